#pragma once

#include <assent/domain/call/json.hpp>

#include <boost/json/storage_ptr.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace assent::detail {

/// Memory of a value that is built once, read by any thread, and goes as a whole: its parts lie side by side,
/// and are never given back one by one.
///
/// Boost.JSON has a resource for that. But copies of a value take over its resource, so a callback's own
/// copy would die with the original, and two threads that copy would meet in one resource. So there is
/// one resource for all such values, which lives for ever: it takes memory from a `value_memory` only for a
/// thread that builds inside of a `scope`, and from the heap otherwise.
///
/// What was built inside of a scope may only be destroyed inside of one, or not at all.
class value_memory {
public:
    /// \param expected_bytes  how much will be needed, at most
    explicit value_memory(std::size_t expected_bytes) noexcept : block_bytes_(expected_bytes) {}

    /// The resource for all such values.
    [[nodiscard]] static boost::json::storage_ptr storage() noexcept;

    /// As long as it lives, what the thread builds with `storage()` is built here.
    class scope {
    public:
        explicit scope(value_memory& memory) noexcept;
        ~scope();
        scope(const scope&) = delete;
        scope& operator=(const scope&) = delete;

    private:
        value_memory* before_;
    };

    /// What anything that is allocated is aligned to.
    static constexpr std::size_t alignment_bytes = alignof(std::max_align_t);
    /// How much is taken from the heap at once, in bytes, unless one part needs more.
    static constexpr std::size_t max_block_bytes = std::size_t{1} << 20;
    /// \throws std::bad_alloc when there is no memory
    [[nodiscard]] void* allocate(std::size_t bytes);

private:
    std::size_t block_bytes_;
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    // What is left of the last one.
    std::byte* free_ = nullptr;
    std::size_t free_bytes_ = 0;
};

/// Builds the value of a JSON text: the same that Boost.JSON's parser makes of it, in less time, because most
/// strings and numbers are short and the text is there as a whole. What it takes a number for depends on the
/// number alone, as if white space stood behind the text.
/// \return nothing where the text is not JSON, or deeper than `max_json_depth`
[[nodiscard]] std::optional<json_value> build_value(std::string_view text, boost::json::storage_ptr storage);

}  // namespace assent::detail
