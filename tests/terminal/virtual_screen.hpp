#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct VTerm;
struct VTermScreen;

namespace assent::test {

/// What a person would see: the screen of a terminal, by libvterm.
class virtual_screen {
public:
    virtual_screen(int columns, int rows);
    ~virtual_screen();
    virtual_screen(const virtual_screen&) = delete;
    virtual_screen& operator=(const virtual_screen&) = delete;

    void write(std::string_view bytes);
    /// \param rewraps  breaks lines anew which do not fit any more; else they are cut
    void resize(int columns, int rows, bool rewraps);

    /// Without blanks at the ends of lines and empty lines at the end.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::string row(int row) const;
    /// The characters of a line, each with its width in cells.
    [[nodiscard]] std::vector<std::pair<std::string, int>> cells(int row) const;
    /// A colour is on the screen, other than the default ones.
    [[nodiscard]] bool has_colours() const;

private:
    void make();

    VTerm* terminal_ = nullptr;
    VTermScreen* screen_ = nullptr;
    int columns_;
    int rows_;
};

}  // namespace assent::test
