#include "figures.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value_to.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace assent::bench {

double run_figures::round_trip_at(double share) const {
    for (std::size_t i = 0; i < reported_shares.size() && i < round_trip_us.size(); ++i)
        if (reported_shares[i] == share) return round_trip_us[i];
    throw std::out_of_range(fmt::format("no round trip at {}", share));
}

std::vector<double> shares_of(std::vector<nanoseconds> round_trips) {
    std::vector<double> result;
    if (round_trips.empty()) return result;
    std::sort(round_trips.begin(), round_trips.end());
    for (const double share : reported_shares) {
        const auto rank =
            static_cast<std::size_t>(std::ceil(share * static_cast<double>(round_trips.size())));
        result.push_back(static_cast<double>(round_trips[std::max<std::size_t>(rank, 1) - 1]) / 1e3);
    }
    return result;
}

boost::json::object to_json(const run_figures& figures) {
    boost::json::array round_trips;
    for (const double each : figures.round_trip_us) round_trips.push_back(each);
    return {{"good", figures.good},
            {"fault", figures.fault},
            {"requests_per_second", figures.requests_per_second},
            {"answerer_cpu_us", figures.answerer_cpu_us},
            {"driver_cpu_us", figures.driver_cpu_us},
            {"peak_rss_kib", figures.peak_rss_kib},
            {"round_trip_us", std::move(round_trips)}};
}

run_figures figures_from(const boost::json::object& object) {
    const auto number = [&](const char* name) { return object.at(name).to_number<double>(); };
    run_figures figures;
    figures.good = object.at("good").as_bool();
    figures.fault = object.at("fault").as_string().c_str();
    figures.requests_per_second = number("requests_per_second");
    figures.answerer_cpu_us = number("answerer_cpu_us");
    figures.driver_cpu_us = number("driver_cpu_us");
    figures.peak_rss_kib = number("peak_rss_kib");
    figures.round_trip_us = boost::json::value_to<std::vector<double>>(object.at("round_trip_us"));
    return figures;
}

std::string describe_faults(const tally& counts, std::uint64_t expected, std::string_view first_fault) {
    std::string text;
    const auto add = [&](std::uint64_t count, std::string_view what) {
        if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
    };
    add(expected - std::min(expected, counts.answered), "without an answer");
    add(counts.malformed, "malformed lines");
    add(counts.unknown, "answers to what was not asked");
    add(counts.repeated, "answered again");
    add(counts.refused, "errors");
    add(counts.not_allowed, "not allowed");
    add(counts.changed, "with a changed input");
    if (!first_fault.empty()) text += fmt::format("; the first: {}", first_fault);
    return text;
}

}  // namespace assent::bench
