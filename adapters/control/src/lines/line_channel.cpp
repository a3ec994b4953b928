#include <assent/adapters/control/lines/line_channel.hpp>

#include <boost/assert.hpp>

#include <string>
#include <utility>

namespace assent {
namespace {

// A write buffer that has grown larger than this is given back after so many sends that did not need it.
constexpr std::size_t kept_write_bytes = 65'536;
constexpr std::size_t quiet_sends_to_shrink = 64;

}  // namespace

std::span<const std::string_view> line_channel::take() {
    if (in_flight_ || written_.empty()) return {};
    std::swap(sending_, written_);
    in_flight_ = true;
    sending_.gather(pieces_);
    return pieces_;
}

void line_channel::sent() noexcept {
    quiet_sends_ = sending_.text().size() > kept_write_bytes ? 0 : quiet_sends_ + 1;
    sending_.clear();
    release_line_unless_spliced();
    in_flight_ = false;
    // Strings grow by doubling, so twice as much may have been needed for a small send.
    if (quiet_sends_ < quiet_sends_to_shrink || sending_.text().capacity() <= 2 * kept_write_bytes) return;
    std::string().swap(sending_.text());
    quiet_sends_ = 0;  // the other buffer's turn comes
}

void line_channel::discard() noexcept {
    written_.clear();
    release_line_unless_spliced();
}

void line_channel::splice(std::string_view part_of_line) {
    written_.splice(part_of_line);
    lines_.hold();
}

void line_channel::write_instead(std::span<const written_answer> answers,
                                 const std::function<void(std::size_t number)>& write) {
    const bool cut_line = std::exchange(cut_line_, false);  // whatever has no LF is the last line
    const spliced_text before = std::exchange(written_, {});
    std::size_t copied = 0;
    for (std::size_t number = 0; number < answers.size(); ++number) {
        BOOST_ASSERT(answers[number].begin >= copied && answers[number].end <= before.text().size());
        written_.append(before, copied, answers[number].begin);
        write(number);
        copied = answers[number].end;
    }
    written_.append(before, copied, before.text().size());
    cut_line_ = cut_line;
    release_line_unless_spliced();
}

void line_channel::pass(std::string_view line) {
    end_cut_line();
    out().append(line).append(line_end);
}

void line_channel::pass_unterminated(std::string_view line) {
    end_cut_line();
    out().append(line);
    cut_line_ = !line.empty();
}

void line_channel::end_cut_line() {
    if (std::exchange(cut_line_, false)) out() += line_end;
}

void line_channel::release_line_unless_spliced() noexcept {
    if (!written_.spliced() && !sending_.spliced()) lines_.release();
}

}  // namespace assent
