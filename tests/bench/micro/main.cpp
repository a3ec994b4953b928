#include "micro.hpp"

#include <vector>

namespace {

// Whether all came out as expected: the exit status of the program.
class strict_reporter final : public benchmark::ConsoleReporter {
public:
    strict_reporter() : ConsoleReporter(OO_Tabular) {}
    void ReportRuns(const std::vector<Run>& runs) override {
        for (const Run& run : runs) failed_ = failed_ || run.error_occurred;
        ConsoleReporter::ReportRuns(runs);
    }
    [[nodiscard]] bool failed() const noexcept { return failed_; }

private:
    bool failed_ = false;
};

}  // namespace

int main(int argc, char** argv) {
    assent::bench::register_scans();
    assent::bench::register_decisions();
    assent::bench::register_records();
    assent::bench::register_sessions();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    strict_reporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    return reporter.failed() ? 1 : 0;
}
