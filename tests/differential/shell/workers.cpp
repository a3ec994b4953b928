#include "workers.hpp"

#include "line_words.hpp"
#include "line_writer.hpp"
#include "shell_cell.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <exception>
#include <iostream>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace assent::differential {
namespace {

constexpr int failed_status = 2;
constexpr std::chrono::seconds progress_interval{60};
// Most plain lines that a worker shows because a shell refuses them: no danger, but a misreading.
constexpr std::uint64_t max_notes = 5;

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

// As `$'...'` has it, so that it can be pasted.
std::string visible(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string shown = "$'";
    for (const char byte : text) {
        const auto value = static_cast<unsigned char>(byte);
        if (byte == '\n')
            shown += "\\n";
        else if (value < 0x20 || value >= 0x7f)
            shown.append("\\x").append(1, digits[value >> 4U]).append(1, digits[value & 15U]);
        else if (byte == '\\' || byte == '\'')
            shown.append(1, '\\').append(1, byte);
        else
            shown += byte;
    }
    return shown + "'";
}

std::string report(std::string_view line, std::string_view shell_name, const shell_outcome& seen,
                   std::span<const std::string> failures) {
    std::ostringstream out;
    out << shell_name << ": " << visible(line) << '\n';
    for (const auto& each : failures) out << "    FAILED: " << each << '\n';
    for (const auto& run : seen.runs) out << "    ran " << describe(run) << '\n';
    out << "    " << describe(shell_command(line)) << "\n    " << describe(shell_runs(line)) << '\n';
    return out.str();
}

// Takes out parts of the line, smaller and smaller ones, as long as something fails in this shell.
std::string smallest(std::string line, const shell& runner, bool utf8, shell_cell& cell,
                     const comparison& compared) {
    counts::of_shell ignored;
    const auto fails = [&](const std::string& text) {
        return harmless(text) == text &&
               !compared.compare(text, cell.run(runner, text, utf8), ignored).empty();
    };
    for (std::size_t size = line.size() / 2; size > 0;) {
        bool smaller = false;
        for (std::size_t place = 0; place + size <= line.size();) {
            std::string shorter = line;
            shorter.erase(place, size);
            if (fails(shorter)) {
                line = std::move(shorter);
                smaller = true;
            } else {
                ++place;
            }
        }
        if (!smaller) size /= 2;
    }
    return line;
}

class worker {
public:
    worker(const job& work, std::size_t number, const shell_yard& yard, progress& mine)
        : work_(work), cell_(yard, number), compared_(program_names(), work.plant), mine_(mine) {}

    void try_line(std::uint64_t number) {
        const auto line = line_of(work_, number);
        if (!compared_.matters(line.text)) return;
        compared_.count_line(line, mine_.counted);
        if (!compared_.claims_something(line.text)) return check_doubt(line.text);
        const bool utf8 = number % 4 < 2;
        // Plain lines are many and alike: two shells each.
        const std::size_t runs = line.kind == line_kind::plain ? 2 : shell_count;
        for (std::size_t turn = 0; turn < runs; ++turn) {
            const auto each = (number + turn) % shell_count;
            const auto& runner = shells()[each];
            const auto seen = cell_.run(runner, line.text, utf8);
            const auto failures = compared_.compare(line.text, seen, mine_.counted.shells[each]);
            note(runner, line.text, seen);
            if (failures.empty()) continue;
            ++mine_.counted.failures;
            show(number, line, runner, utf8);
        }
    }

private:
    void check_doubt(const std::string& line) {
        ++mine_.counted.in_doubt;
        for (const auto& failure : compared_.check_doubt(line)) {
            ++mine_.counted.failures;
            std::cout << visible(line) + ": in doubt, and " + failure + "\n" << std::flush;
        }
    }

    void note(const shell& runner, const std::string& line, const shell_outcome& seen) {
        // Not all have `|&`: that one is known.
        const bool odd =
            seen.syntax_error && shell_command(line).plain() && line.find("|&") == std::string::npos;
        if (odd && mine_.notes++ < max_notes)
            std::cout << "note: plain, and refused by " + std::string(runner.name) + ": " + visible(line) +
                             "\n"
                      << std::flush;
    }

    // Every worker may show its share of what is shown, each of them once.
    void show(std::uint64_t number, const written_line& line, const shell& runner, bool utf8) {
        if (mine_.shown * work_.workers >= work_.show) return;
        const auto small = smallest(line.text, runner, utf8, cell_, compared_);
        if (!shown_.insert(small).second) return;
        ++mine_.shown;
        counts::of_shell ignored;
        const auto seen = cell_.run(runner, small, utf8);
        std::cout << "line " + std::to_string(number) + ", " + std::string(name_of(line.kind)) + ": " +
                         visible(line.text) + "\n  in " +
                         report(small, runner.name, seen, compared_.compare(small, seen, ignored))
                  << std::flush;
    }

    const job& work_;
    shell_cell cell_;
    comparison compared_;
    progress& mine_;
    std::set<std::string> shown_;
};

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
    const comparison compared(program_names(), nullptr);
    counts counted;
    bool good = true;
    for (const auto& runner : shells()) {
        const auto seen = cell.run(runner, line, true);
        const auto failures = compared.compare(line, seen, counted.shells[0]);
        std::cout << report(line, runner.name, seen, failures);
        good = good && failures.empty();
    }
    return good;
}

}  // namespace

written_line line_of(const job& work, std::uint64_t number) {
    return work.kind ? write_line(*work.kind, work.seed, number) : write_line(work.seed, number);
}

counts try_lines(const job& work_to_do) {
    const shell_yard yard(program_names());
    shared_progress shared(work_to_do.workers);
    for (std::size_t place = 0; place < work_to_do.workers; ++place)
        fork_for([&] {
            worker self(work_to_do, place, yard, shared[place]);
            for (auto line = work_to_do.first + place; line < work_to_do.first + work_to_do.lines;
                 line += work_to_do.workers)
                if (work_to_do.plant == nullptr || shared.sum().failures == 0) self.try_line(line);
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
