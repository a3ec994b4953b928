// Many records, one write: what is in the file when a batch is committed, and when it cannot be.
#include "audit_probe.hpp"

#include <assent/adapters/files/audit_chain.hpp>
#include <assent/adapters/files/fan_out_audit_sink.hpp>
#include <assent/adapters/testing/recording_audit_sink.hpp>

#include <boost/system/errc.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace audit_batch_test {
namespace {

using namespace assent;
using namespace assent::testing;

BOOST_AUTO_TEST_SUITE(audit_batch_test)

using texts = std::vector<std::string>;

std::string line(std::string_view id) { return to_json_line(some_event(id)) + "\n"; }

std::string lines(const texts& ids) {
    std::string all;
    for (const auto& id : ids) all += line(id);
    return all;
}

void put(audit_batch& batch, const texts& ids) {
    for (const auto& id : ids) BOOST_TEST(!batch.record(some_event(id)).failed());
}

BOOST_AUTO_TEST_CASE(lines_of_a_batch_are_in_the_file_when_it_is_committed_and_not_before) {
    const audit_folder at;
    audit_file file(at.file());
    const auto batch = file.batch();
    put(*batch, {"1", "2", "3"});
    BOOST_TEST(content(at.file()).empty());
    BOOST_TEST(!batch->commit().failed());
    BOOST_TEST(content(at.file()) == lines({"1", "2", "3"}));
    BOOST_TEST(!batch->commit().failed());  // nothing is left
    put(*batch, {"4"});
    BOOST_TEST(!batch->commit().failed());
    BOOST_TEST(content(at.file()) == lines({"1", "2", "3", "4"}));
}

BOOST_AUTO_TEST_CASE(what_was_not_committed_is_not_in_the_file) {
    const audit_folder at;
    audit_file file(at.file());
    put(*file.batch(), {"1", "2"});
    const auto next = file.batch();  // with the same buffer
    put(*next, {"3"});
    BOOST_TEST(!next->commit().failed());
    BOOST_TEST(content(at.file()) == line("3"));
}

BOOST_AUTO_TEST_CASE(a_batch_takes_one_write) {
    // Each write to such a socket is a message of its own.
    std::array<int, 2> ends{};
    BOOST_REQUIRE(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0);
    audit_file file(ends[0]);
    const auto batch = file.batch();
    put(*batch, {"1", "2", "3"});
    BOOST_TEST(!batch->commit().failed());
    std::array<char, 8192> bytes{};
    const auto size = ::recv(ends[1], bytes.data(), bytes.size(), MSG_DONTWAIT);
    BOOST_REQUIRE(size > 0);
    BOOST_TEST(std::string(bytes.data(), static_cast<std::size_t>(size)) == lines({"1", "2", "3"}));
    for (const int end : ends) ::close(end);
}

BOOST_AUTO_TEST_CASE(lines_in_a_pipe_come_in_pieces_that_cannot_mix_with_those_of_others) {
    const std::size_t each = line("000").size();
    const std::size_t at_once = PIPE_BUF / each;
    std::array<int, 2> ends{};
    BOOST_REQUIRE(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0);
    audit_file file(ends[0]);
    const auto batch = file.batch();
    put(*batch, texts(2 * at_once + 1, "000"));
    const std::string long_id(PIPE_BUF, 'x');  // no pipe takes its line at once
    put(*batch, {long_id, "000"});
    BOOST_TEST(!batch->commit().failed());
    std::vector<std::size_t> sizes;
    std::array<char, 3 * PIPE_BUF> bytes{};
    for (ssize_t size = 0; (size = ::recv(ends[1], bytes.data(), bytes.size(), MSG_DONTWAIT)) > 0;) {
        BOOST_TEST(bytes[static_cast<std::size_t>(size) - 1] == '\n');
        sizes.push_back(static_cast<std::size_t>(size));
    }
    const std::vector<std::size_t> expected{at_once * each, at_once * each, each, line(long_id).size(), each};
    BOOST_TEST(sizes == expected, boost::test_tools::per_element());
    for (const int end : ends) ::close(end);
}

BOOST_AUTO_TEST_CASE(a_chain_goes_through_batches_and_single_records) {
    const audit_folder at;
    audit_file file(at.file(), {.chain = true});
    const auto batch = file.batch();
    put(*batch, {"1", "2", "3"});
    BOOST_TEST(!file.record(some_event("before")).failed());
    BOOST_TEST(!batch->commit().failed());
    BOOST_TEST(!file.record(some_event("after")).failed());
    const auto found = verify_audit_files(at.file());
    BOOST_TEST(found.why == "");
    BOOST_TEST(found.records == 5U);
    BOOST_TEST(found.head == file.head());
    BOOST_TEST(content(at.file()).find("\"before\"") < content(at.file()).find("\"1\""));
}

BOOST_AUTO_TEST_CASE(a_batch_that_does_not_fit_on_the_disk_leaves_nothing_and_the_next_one_follows) {
    for (const bool chain : {false, true}) {
        BOOST_TEST_CONTEXT((chain ? "chained" : "rotated")) {
            const audit_folder at;
            audit_file file(at.file(), {.chain = chain, .rotate_bytes = 1'000'000});
            BOOST_TEST(!file.record(some_event("1")).failed());
            const std::string before = content(at.file());
            const auto batch = file.batch();
            put(*batch, {"2", "3", "4"});
            {
                const little_room room(before.size() + 2 * line("2").size() + 10);
                BOOST_TEST(batch->commit().failed());
            }
            BOOST_TEST(content(at.file()) == before);
            put(*batch, {"5"});
            BOOST_TEST(!batch->commit().failed());
            BOOST_TEST(lines_of(content(at.file())).size() == 2U);
            if (chain) BOOST_TEST(verify_audit_files(at.file()).why == "");
        }
    }
}

BOOST_AUTO_TEST_CASE(a_torn_batch_in_a_shared_file_stays_alone) {
    const audit_folder at;
    audit_file file(at.file());
    const auto batch = file.batch();
    put(*batch, {"1", "2"});
    {
        const little_room room(line("1").size() + 10);
        BOOST_TEST(batch->commit().failed());
    }
    put(*batch, {"3", "4"});
    BOOST_TEST(!batch->commit().failed());
    BOOST_TEST(content(at.file()) == line("1") + line("2").substr(0, 10) + "\n" + lines({"3", "4"}));
}

BOOST_AUTO_TEST_CASE(a_full_device_refuses_each_batch_and_the_failure_of_one_is_not_that_of_another) {
    const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    BOOST_REQUIRE(full >= 0);
    audit_file file(full);
    const auto one = file.batch();
    const auto other = file.batch();
    put(*one, {"1"});
    BOOST_TEST(one->commit() == boost::system::errc::no_space_on_device);
    BOOST_TEST(!other->commit().failed());  // it had nothing to write
    BOOST_TEST(!one->commit().failed());
    put(*other, {"1"});
    BOOST_TEST(other->commit() == boost::system::errc::no_space_on_device);
    ::close(full);
}

BOOST_AUTO_TEST_CASE(batches_side_by_side_do_not_mix) {
    const audit_folder at;
    audit_file file(at.file());
    const auto one = file.batch();
    const auto other = file.batch();
    for (const char* id : {"1", "2"}) {
        put(*one, {std::string("one ") + id});
        put(*other, {std::string("other ") + id});
    }
    BOOST_TEST(!other->commit().failed());
    BOOST_TEST(!one->commit().failed());
    BOOST_TEST(content(at.file()) == lines({"other 1", "other 2", "one 1", "one 2"}));
}

// Buffers remember what lines have in common; that must not show.
BOOST_AUTO_TEST_CASE(a_line_says_the_same_whatever_was_written_before_it) {
    const auto factor = [](const char* id) {
        return std::make_shared<const risk_factor>(risk_factor{id, id});
    };
    const std::array factors{factor("one"), factor("two")};
    constexpr std::array behaviors{rule_behavior::allow, rule_behavior::deny, rule_behavior::ask};
    std::mt19937 random(20);
    const auto any = [&](std::size_t below) { return random() % below; };
    std::vector<std::shared_ptr<const permission_rule>> rules(20);
    const auto make_rule = [&] {
        const std::string pattern = "program" + std::to_string(any(100)) + " *";
        return std::make_shared<const permission_rule>(
            permission_rule::make("Bash", {{"command", pattern}}, behaviors[any(3)], rule_origin::host)
                .value());
    };
    const audit_folder at;
    audit_file file(at.file());
    const auto batch = file.batch();
    std::string expected;
    for (int i = 0; i < 5000; ++i) {
        auto& rule = rules[any(rules.size())];
        if (any(10) == 0) rule = nullptr;  // so that addresses are used again
        if (!rule) rule = make_rule();
        verdict decided{.decision = any(2) == 0 ? outcome::allow : outcome::deny};
        decided.source = any(2) == 0 ? decision_source::rule : decision_source::persistent;
        if (any(8) != 0) decided.rule = rule;
        if (any(8) == 0) decided.rules_too.push_back(rules[any(rules.size())] ? rule : make_rule());
        if (!decided.rule) decided.rules_too.clear();
        if (any(8) == 0) decided.detail = "detail " + std::to_string(any(3));
        decided.doubt = any(4) == 0;
        decided.risk = any(2) == 0 ? risk_level::low : risk_level::critical;
        for (std::size_t n = any(3); n > 0; --n) decided.factors.push_back(factors[any(factors.size())]);
        audit_event event{.time = some_day() + std::chrono::milliseconds(any(3000)), .request_id = "r"};
        event.decided = &decided;
        if (any(4) == 0) event.asked_because = decision_source::guard;
        BOOST_TEST_REQUIRE(!batch->record(event).failed());
        expected += to_json_line(event) + "\n";
        if (any(20) == 0) BOOST_TEST_REQUIRE(!batch->commit().failed());
    }
    BOOST_TEST_REQUIRE(!batch->commit().failed());
    BOOST_TEST((content(at.file()) == expected));
}

// ---- Files put aside

const std::size_t line_bytes = line("1").size();

// The sizes in lines of the files put aside, the oldest first, and of the file itself.
std::vector<std::size_t> sizes(const audit_folder& at) {
    std::vector<std::size_t> found;
    for (int number = 1; std::filesystem::exists(at.file("audit." + std::to_string(number))); ++number)
        found.push_back(lines_of(content(at.file("audit." + std::to_string(number)))).size());
    found.push_back(lines_of(content(at.file())).size());
    return found;
}

BOOST_AUTO_TEST_CASE(a_batch_stays_together_in_one_file_as_long_as_one_can_hold_it) {
    const struct {
        const char* what;
        std::size_t rotate_lines;
        std::size_t before;
        std::size_t batch;
        std::vector<std::size_t> files;
    } table[] = {
        {"it fits", 5, 2, 3, {5}},
        {"it does not fit behind what is there", 5, 3, 3, {3, 3}},
        {"it just fits into a new file", 5, 1, 5, {1, 5}},
        {"no file can hold it", 5, 3, 6, {5, 4}},
        {"no file can hold it, and there is nothing yet", 2, 0, 5, {2, 2, 1}},
        {"the file is full", 2, 2, 1, {2, 1}},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.what) {
            const audit_folder at;
            audit_file file(at.file(), {.rotate_bytes = row.rotate_lines * line_bytes});
            for (std::size_t i = 0; i < row.before; ++i) BOOST_TEST(!file.record(some_event("1")).failed());
            const auto batch = file.batch();
            put(*batch, texts(row.batch, "1"));
            BOOST_TEST(!batch->commit().failed());
            BOOST_TEST(sizes(at) == row.files, boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_chain_holds_across_files_that_were_put_aside_in_the_middle_of_a_batch) {
    const audit_folder at;
    audit_file file(at.file(), {.chain = true, .rotate_bytes = 3 * (line_bytes + 75) + 78});
    const auto batch = file.batch();
    for (int i = 0; i < 4; ++i) {
        put(*batch, texts(static_cast<std::size_t>(1 + 3 * i), "1"));
        BOOST_TEST(!batch->commit().failed());
    }
    const auto found = verify_audit_files(at.file());
    BOOST_TEST(found.why == "");
    BOOST_TEST(found.records == 22U);
    BOOST_TEST(!found.beginning_missing);
    BOOST_TEST(found.head == file.head());
}

BOOST_AUTO_TEST_CASE(a_batch_is_refused_as_a_whole_while_its_file_cannot_be_put_aside) {
    const audit_folder at;
    audit_file file(at.file(), {.chain = true, .rotate_bytes = 4 * (line_bytes + 75)});
    const auto batch = file.batch();
    put(*batch, {"1", "2", "3"});
    BOOST_TEST(!batch->commit().failed());
    rlimit before{};
    BOOST_REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
    const rlimit none{0, before.rlim_max};  // nothing can be opened
    put(*batch, {"4", "5"});
    BOOST_REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
    const bool refused = batch->commit().failed();
    BOOST_REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
    BOOST_TEST(refused);
    put(*batch, {"6", "7"});
    BOOST_TEST(!batch->commit().failed());
    const auto found = verify_audit_files(at.file());
    BOOST_TEST(found.why == "");
    BOOST_TEST(found.records == 5U);
}

// ---- What cannot be said

/// An input whose digest cannot be had.
class broken_input final : public tool_input {
public:
    [[nodiscard]] field_view field(std::string_view, std::string&) const override { return {}; }
    [[nodiscard]] std::optional<json_value> value_of(std::string_view) const override { return std::nullopt; }
    [[nodiscard]] std::size_t size() const noexcept override { return 0; }
    [[nodiscard]] std::string_view name_at(std::size_t) const noexcept override { return {}; }
    [[nodiscard]] std::string_view raw() const noexcept override { return {}; }
    [[nodiscard]] std::shared_ptr<const kept_input> retain() const override {
        throw std::runtime_error("broken");
    }
};

BOOST_AUTO_TEST_CASE(a_record_that_cannot_be_made_fails_its_batch_and_leaves_no_half_line) {
    const audit_folder at;
    audit_file file(at.file());
    const auto batch = file.batch();
    const broken_input broken;
    put(*batch, {"1"});
    BOOST_TEST(batch->record({.request_id = "2", .input = &broken}) == boost::system::errc::io_error);
    BOOST_TEST(batch->commit() == boost::system::errc::io_error);
    BOOST_TEST(content(at.file()).empty());
    put(*batch, {"3"});
    BOOST_TEST(!batch->commit().failed());
    BOOST_TEST(file.record({.request_id = "4", .input = &broken}) == boost::system::errc::io_error);
    BOOST_TEST(!file.record(some_event("5")).failed());
    BOOST_TEST(content(at.file()) == lines({"3", "5"}));
}

// ---- Several sinks

class failing_batches final : public audit_sink {
public:
    enum class how { error_at_record, error_at_commit, throws_at_record, throws_at_commit };
    explicit failing_batches(how fails) : fails_(fails) {}
    boost::system::error_code record(const audit_event&) override { return {}; }
    std::unique_ptr<audit_batch> batch() override {
        struct failing final : audit_batch {
            explicit failing(how fails) : fails_(fails) {}
            boost::system::error_code record(const audit_event&) override {
                return act(how::error_at_record, how::throws_at_record);
            }
            boost::system::error_code commit() override {
                return act(how::error_at_commit, how::throws_at_commit);
            }
            [[nodiscard]] boost::system::error_code act(how error, how throws) const {
                if (fails_ == throws) throw std::runtime_error("broken");
                if (fails_ != error) return {};
                return make_error_code(boost::system::errc::permission_denied);
            }
            how fails_;
        };
        return std::make_unique<failing>(fails_);
    }

private:
    how fails_;
};

BOOST_AUTO_TEST_CASE(a_batch_of_several_sinks_is_accepted_when_all_accept_it_and_each_gets_its_events) {
    using how = failing_batches::how;
    const auto denied = make_error_code(boost::system::errc::permission_denied);
    const auto broken = make_error_code(boost::system::errc::io_error);
    const struct {
        how fails;
        boost::system::error_code error;
    } table[] = {{how::error_at_record, denied},
                 {how::error_at_commit, denied},
                 {how::throws_at_record, broken},
                 {how::throws_at_commit, broken}};
    for (const auto& row : table) {
        const auto first = std::make_shared<recording_audit_sink>();
        const auto last = std::make_shared<recording_audit_sink>();
        fan_out_audit_sink all({first, std::make_shared<failing_batches>(row.fails), last});
        const auto batch = all.batch();
        for (const char* id : {"1", "2"}) static_cast<void>(batch->record(some_event(id)));
        BOOST_TEST(first->events().empty());
        BOOST_TEST(batch->commit() == row.error);
        BOOST_TEST(first->events().size() == 2U);
        BOOST_TEST(last->events().size() == 2U);
    }
    const auto only = std::make_shared<recording_audit_sink>();
    fan_out_audit_sink good({only, only});
    const auto batch = good.batch();
    put(*batch, {"1"});
    BOOST_TEST(!batch->commit().failed());
    only->fail_nth(1);
    put(*batch, {"2"});
    BOOST_TEST(batch->commit() == broken);
    put(*batch, {"3"});
    BOOST_TEST(!batch->commit().failed());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace audit_batch_test
