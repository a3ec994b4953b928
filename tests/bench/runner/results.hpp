#pragma once

#include <boost/json/object.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assent::bench {

/// The median of some values, and the smallest and largest.
struct spread {
    double least;
    double median;
    double most;
};

/// \return NaN everywhere where there is no value
spread spread_of(std::vector<double> values);

/// All figures of a run: of each scenario, of each who took part, of each metric, one value per round. What
/// failed is NaN, so that values of one round stay beside each other.
class results {
public:
    void add(const std::string& scenario, const std::string& who, const std::string& metric, double value);
    /// What went wrong, for the reader.
    void add_fault(std::string text) { faults_.push_back(std::move(text)); }

    [[nodiscard]] std::vector<double> values(const std::string& scenario, const std::string& who,
                                             const std::string& metric) const;
    [[nodiscard]] double median(const std::string& scenario, const std::string& who,
                                const std::string& metric) const {
        return spread_of(values(scenario, who, metric)).median;
    }
    /// Round by round, what one has of the other.
    [[nodiscard]] std::vector<double> ratios(const std::string& scenario, const std::string& metric,
                                             const std::string& one, const std::string& other) const;
    [[nodiscard]] bool has(const std::string& scenario, const std::string& who) const;
    [[nodiscard]] const std::vector<std::string>& faults() const noexcept { return faults_; }

    /// \throws std::exception where the file cannot be written
    void save(const std::filesystem::path& file) const;
    /// \throws std::exception where there is no such file, or another
    static results load(const std::filesystem::path& file);

private:
    using metrics = std::map<std::string, std::vector<double>>;
    std::map<std::string, std::map<std::string, metrics>> all_;
    std::vector<std::string> faults_;
};

/// \throws std::exception
std::string read_file(const std::filesystem::path& file);
/// \throws std::exception
void write_file(const std::filesystem::path& file, std::string_view text);

}  // namespace assent::bench
