// Memory that runs out, at each place where it can.
#include "c_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace {

// On this thread: how many allocations still work; negative: all do.
thread_local long allocations_left = -1;

constexpr std::align_val_t ordinary{alignof(std::max_align_t)};

// \return null where there is no memory
void* try_to_allocate(std::size_t bytes, std::align_val_t alignment) noexcept {
    if (allocations_left == 0) return nullptr;
    if (allocations_left > 0) --allocations_left;
    const auto unit = static_cast<std::size_t>(alignment);
    return std::aligned_alloc(unit, bytes == 0 ? unit : (bytes + unit - 1) / unit * unit);
}

void* allocate(std::size_t bytes, std::align_val_t alignment) {
    void* const found = try_to_allocate(bytes, alignment);
    if (found == nullptr) throw std::bad_alloc();
    return found;
}

}  // namespace

// The library's allocations come here, too. All forms of it: a sanitizer has its own for each.
void* operator new(std::size_t bytes) { return allocate(bytes, ordinary); }
void* operator new[](std::size_t bytes) { return allocate(bytes, ordinary); }
void* operator new(std::size_t bytes, std::align_val_t alignment) { return allocate(bytes, alignment); }
void* operator new[](std::size_t bytes, std::align_val_t alignment) { return allocate(bytes, alignment); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    return try_to_allocate(bytes, ordinary);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
    return try_to_allocate(bytes, ordinary);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

namespace assent::test::no_memory_test {
namespace {

// Far more than anything here takes.
constexpr long most_allocations = 1'000'000;

// What comes of a call of the library when the memory runs out after so many allocations, and whether it has.
template <class Call>
auto with_allocations(long left, Call call) {
    allocations_left = left;
    auto made = call();
    const bool ran_out = allocations_left == 0;
    allocations_left = -1;
    return std::pair(std::move(made), ran_out);
}

assent_outcome deny_at_length(const assent_question*, assent_answer* answer, void*) {
    constexpr std::string_view why = "a reason that is longer than any small string";
    assent_answer_set_reason(answer, why.data(), why.size());
    return ASSENT_DENY;
}

const rule_list npm{"Bash(npm *)"};

BOOST_AUTO_TEST_CASE(no_call_is_allowed_because_memory_runs_out) {
    auto with = options();
    with.allow = npm;
    with.callback = deny_at_length;
    const auto gate = open(with);
    struct row {
        decltype(assent_decide)* function;
        std::string call;
        const char* said;
    };
    constexpr const char* allowed = "allow rule: allowed by rule `Bash(npm *)` (your policy)";
    for (const auto& row :
         {row{assent_decide, bash("npm test"), allowed},
          row{assent_decide, bash("mkdir a"), "deny callback: a reason that is longer than any small string"},
          row{assent_decide, "{", "deny malformed: not JSON at byte 1"},
          row{assent_explain, bash("npm test"), allowed}}) {
        const auto call = [&] {
            return verdict_pointer(row.function(gate.get(), row.call.data(), row.call.size()));
        };
        long left = 0;
        for (bool ran_out = true; ran_out && left < most_allocations; ++left) {
            const auto made = with_allocations(left, call);
            ran_out = made.second;
            const std::string heard = said(*made.first);
            if (heard != row.said) BOOST_TEST(made.first->outcome == ASSENT_DENY, heard);
            if (!ran_out) BOOST_TEST(heard == row.said);
        }
        BOOST_TEST((left > 5 && left < most_allocations), left);
    }
}

BOOST_AUTO_TEST_CASE(no_gate_is_made_when_memory_runs_out) {
    auto with = options();
    with.policy = "standard";
    with.allow = npm;
    assent_error error;
    const auto call = [&] { return gate_pointer(assent_gate_open(&with, &error)); };
    long left = 0;
    for (bool ran_out = true; ran_out && left < most_allocations; ++left) {
        const auto made = with_allocations(left, call);
        ran_out = made.second;
        BOOST_TEST((made.first != nullptr) == (error.status == ASSENT_OK));
        if (!made.first) BOOST_TEST(std::string(error.message) == "no memory is left");
        if (!ran_out) BOOST_TEST((made.first != nullptr));
    }
    BOOST_TEST((left > 5 && left < most_allocations), left);
}

}  // namespace
}  // namespace assent::test::no_memory_test
