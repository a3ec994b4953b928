#include "allocations.hpp"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> count{0};
std::atomic<std::size_t> live{0};
// What the allocator keeps beside each piece of memory.
constexpr std::size_t header_bytes = sizeof(std::size_t);

void* counted(std::size_t bytes) {
    count.fetch_add(1, std::memory_order_relaxed);
    void* const memory = std::malloc(bytes == 0 ? 1 : bytes);
    if (memory == nullptr) throw std::bad_alloc();
    live.fetch_add(malloc_usable_size(memory) + header_bytes, std::memory_order_relaxed);
    return memory;
}

void give_back(void* memory) noexcept {
    if (memory != nullptr)
        live.fetch_sub(malloc_usable_size(memory) + header_bytes, std::memory_order_relaxed);
    std::free(memory);
}

}  // namespace

std::size_t assent::bench::allocations() noexcept { return count.load(std::memory_order_relaxed); }
std::size_t assent::bench::live_bytes() noexcept { return live.load(std::memory_order_relaxed); }

// The forms without alignment are all that the code under test uses; the others go on as they are.
void* operator new(std::size_t bytes) { return counted(bytes); }
void* operator new[](std::size_t bytes) { return counted(bytes); }
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }
