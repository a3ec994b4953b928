#include "workers.hpp"

#include "line_words.hpp"
#include "line_writer.hpp"
#include "shell_cell.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <exception>
#include <iostream>
#include <span>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace assent::differential {
namespace {

constexpr int failed_status = 2;
constexpr std::chrono::seconds progress_interval{60};
// Most plain lines that a worker shows because a shell refuses them: no danger, but a misreading.
constexpr std::uint64_t max_notes = 5;

struct shell {
    std::string path;
    std::string_view name;
    counts::of_shell counts::*count;
};
const std::array<shell, 2> shells = {
    {{ASSENT_BASH, "bash", &counts::bash}, {ASSENT_DASH, "dash", &counts::dash}}};

struct progress {
    counts counted{};
    std::uint64_t shown = 0;  // failures
    std::uint64_t notes = 0;  // plain lines shown that a shell refuses
};

// Shared with the workers: each has a place of its own.
class shared_progress {
public:
    explicit shared_progress(std::size_t workers)
        : size_(workers * sizeof(progress)),
          memory_(::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
        if (memory_ == MAP_FAILED) throw std::runtime_error("no memory to share");
        all_ = std::span(static_cast<progress*>(memory_), workers);
        for (auto& each : all_) each = progress{};
    }
    ~shared_progress() { ::munmap(memory_, size_); }
    shared_progress(const shared_progress&) = delete;
    shared_progress& operator=(const shared_progress&) = delete;

    [[nodiscard]] progress& operator[](std::size_t worker) noexcept { return all_[worker]; }
    [[nodiscard]] counts sum() const noexcept {
        counts all;
        for (const auto& each : all_) all.add(each.counted);
        return all;
    }

private:
    std::size_t size_;
    void* memory_;
    std::span<progress> all_;
};

// With escapes, so that what is shown can be pasted into `printf`.
std::string visible(std::string_view text) {
    constexpr std::string_view digits = "01234567";
    std::string shown;
    for (const char byte : text) {
        const auto value = static_cast<unsigned char>(byte);
        if (value >= 0x20 && value != 0x7f) {
            shown += byte;
            continue;
        }
        shown += '\\';
        for (const unsigned shift : {6U, 3U, 0U}) shown += digits[(value >> shift) & 7U];
    }
    return shown;
}

std::string report(std::string_view line, std::string_view shell_name, const shell_outcome& seen,
                   std::span<const std::string> failures) {
    std::ostringstream out;
    out << shell_name << ": " << visible(line) << '\n';
    for (const auto& each : failures) out << "    FAILED: " << visible(each) << '\n';
    for (const auto& run : seen.runs) out << "    ran " << visible(describe(run)) << '\n';
    out << "    " << describe(shell_command(line)) << "\n    " << describe(shell_runs(line)) << '\n';
    return out.str();
}

void work(const job& work, std::size_t worker, const shell_yard& yard, progress& mine) {
    shell_cell cell(yard, worker);
    const comparison compared(program_names());
    for (std::uint64_t number = work.first + worker; number < work.first + work.lines;
         number += work.workers) {
        const auto line = random_line(work.seed, number);
        compared.count_line(line, mine.counted);
        for (const auto& [path, name, count] : shells) {
            const auto seen = cell.run(path, line, number % 4 < 2);
            const auto failures = compared.compare(line, seen, mine.counted.*count);
            // dash has no `|&`: that one is known.
            const bool odd =
                seen.syntax_error && shell_command(line).plain() && line.find("|&") == std::string::npos;
            if (odd && mine.notes++ < max_notes)
                std::cout << "note: plain, and refused by " + std::string(name) + ": " + visible(line) + "\n"
                          << std::flush;
            if (failures.empty()) continue;
            ++mine.counted.failures;
            // Every worker may show its share of what is shown.
            if (mine.shown++ * work.workers >= work.show) continue;
            std::cout << "line " + std::to_string(number) + " in " + report(line, name, seen, failures)
                      << std::flush;
        }
    }
}

void show_progress(const shared_progress& shared, const job& work) {
    const auto sum = shared.sum();
    std::cerr << sum.lines << " of " << work.lines << " lines, " << sum.failures << " failures" << std::endl;
}

// Waits for all workers. \return whether each got to its end
bool wait_for(std::size_t workers, const shared_progress& shared, const job& work) {
    bool all_well = true;
    auto next_progress = std::chrono::steady_clock::now() + progress_interval;
    while (workers > 0) {
        int status = 0;
        const pid_t ended = ::waitpid(-1, &status, WNOHANG);
        if (ended > 0) {
            --workers;
            all_well = all_well && WIFEXITED(status) && WEXITSTATUS(status) == 0;
            continue;
        }
        if (ended < 0 && errno != EINTR) return false;
        ::usleep(20'000);
        if (std::chrono::steady_clock::now() < next_progress) continue;
        show_progress(shared, work);
        next_progress += progress_interval;
    }
    return all_well;
}

// Runs `what` in a process of its own, which ends with its result. Without destructors: the yard belongs to
// the parent.
template <class What>
void fork_for(What what) {
    std::cout << std::flush;
    const pid_t process = ::fork();
    if (process < 0) throw std::runtime_error("no process for a worker");
    if (process > 0) return;
    int status = failed_status;
    try {
        status = what();
    } catch (const std::exception& error) {
        std::cerr << "worker: " << error.what() << std::endl;
    }
    std::cout << std::flush;
    ::_exit(status);
}

bool check_line(const std::string& line, const shell_yard& yard) {
    shell_cell cell(yard, 0);
    const comparison compared(program_names());
    counts counted;
    bool good = true;
    for (const auto& [path, name, count] : shells) {
        const auto seen = cell.run(path, line, true);
        const auto failures = compared.compare(line, seen, counted.*count);
        std::cout << report(line, name, seen, failures);
        good = good && failures.empty();
    }
    return good;
}

}  // namespace

counts try_lines(const job& work_to_do) {
    const shell_yard yard(program_names());
    shared_progress shared(work_to_do.workers);
    for (std::size_t worker = 0; worker < work_to_do.workers; ++worker)
        fork_for([&] {
            work(work_to_do, worker, yard, shared[worker]);
            return 0;
        });
    if (!wait_for(work_to_do.workers, shared, work_to_do)) throw std::runtime_error("a worker has failed");
    return shared.sum();
}

bool try_line(const std::string& line) {
    const shell_yard yard(program_names());
    fork_for([&] { return check_line(line, yard) ? 0 : 1; });
    int status = 0;
    while (::waitpid(-1, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace assent::differential
