#include "value_memory.hpp"

#include <boost/assert.hpp>
#include <boost/json/memory_resource.hpp>

#include <algorithm>
#include <new>
#include <utility>

namespace assent::detail {
namespace {

thread_local value_memory* building_in = nullptr;

class building_resource final : public boost::json::memory_resource {
    void* do_allocate(std::size_t bytes, [[maybe_unused]] std::size_t alignment) override {
        BOOST_ASSERT(alignment <= value_memory::alignment_bytes);
        return building_in != nullptr ? building_in->allocate(bytes) : ::operator new(bytes);
    }
    void do_deallocate(void* place, std::size_t /*bytes*/, std::size_t /*alignment*/) override {
        if (building_in == nullptr) ::operator delete(place);
    }
    bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

}  // namespace

boost::json::storage_ptr value_memory::storage() noexcept {
    // Never destroyed: somebody's copy may outlive everything else.
    static auto* const resource = new building_resource;
    return boost::json::storage_ptr(resource);
}

value_memory::scope::scope(value_memory& memory) noexcept : before_(std::exchange(building_in, &memory)) {}
value_memory::scope::~scope() { building_in = before_; }

void* value_memory::allocate(std::size_t bytes) {
    const std::size_t taken = (bytes + alignment_bytes - 1) / alignment_bytes * alignment_bytes;
    if (taken > free_bytes_) {
        free_bytes_ = std::max(std::min(block_bytes_, max_block_bytes), taken);
        blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(free_bytes_));
        free_ = blocks_.back().get();
    }
    free_bytes_ -= taken;
    return std::exchange(free_, free_ + taken);
}

}  // namespace assent::detail
