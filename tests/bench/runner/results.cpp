#include "results.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_from.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace assent::bench {

namespace {
constexpr double none = std::numeric_limits<double>::quiet_NaN();
}

spread spread_of(std::vector<double> values) {
    std::erase_if(values, [](double each) { return std::isnan(each); });
    if (values.empty()) return {none, none, none};
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    const double median = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    return {values.front(), median, values.back()};
}

void results::add(const std::string& scenario, const std::string& who, const std::string& metric,
                  double value) {
    all_[scenario][who][metric].push_back(value);
}

std::vector<double> results::values(const std::string& scenario, const std::string& who,
                                    const std::string& metric) const {
    if (!has(scenario, who)) return {};
    const metrics& known = all_.at(scenario).at(who);
    const auto found = known.find(metric);
    return found == known.end() ? std::vector<double>{} : found->second;
}

std::vector<double> results::ratios(const std::string& scenario, const std::string& metric,
                                    const std::string& one, const std::string& other) const {
    const auto above = values(scenario, one, metric);
    const auto below = values(scenario, other, metric);
    std::vector<double> all;
    for (std::size_t i = 0; i < std::min(above.size(), below.size()); ++i)
        all.push_back(below[i] == 0 ? none : above[i] / below[i]);
    return all;
}

bool results::has(const std::string& scenario, const std::string& who) const {
    const auto found = all_.find(scenario);
    return found != all_.end() && found->second.contains(who);
}

void results::save(const std::filesystem::path& file) const {
    boost::json::object whole;
    for (const auto& [scenario, participants] : all_) {
        auto& of_scenario = whole[scenario].emplace_object();
        for (const auto& [who, known] : participants) {
            auto& of_one = of_scenario[who].emplace_object();
            for (const auto& [metric, values] : known) {
                auto& list = of_one[metric].emplace_array();
                for (const double each : values)
                    list.push_back(std::isnan(each) ? boost::json::value(nullptr) : boost::json::value(each));
            }
        }
    }
    write_file(file, boost::json::serialize(whole) + '\n');
}

results results::load(const std::filesystem::path& file) {
    results loaded;
    const boost::json::value whole = boost::json::parse(read_file(file));
    for (const auto& scenario : whole.as_object())
        for (const auto& who : scenario.value().as_object())
            for (const auto& metric : who.value().as_object())
                for (const auto& each : metric.value().as_array())
                    loaded.add(std::string(scenario.key()), std::string(who.key()), std::string(metric.key()),
                               each.is_null() ? none : each.to_number<double>());
    return loaded;
}

std::string read_file(const std::filesystem::path& file) {
    const std::ifstream in(file);
    if (!in) throw std::runtime_error("cannot read " + file.string());
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

void write_file(const std::filesystem::path& file, std::string_view text) {
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
    std::ofstream out(file);
    if (!(out << text) || !out.flush()) throw std::runtime_error("cannot write " + file.string());
}

}  // namespace assent::bench
