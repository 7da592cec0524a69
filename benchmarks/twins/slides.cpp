// Breadth-first search of a sliding-block space, one 64-bit word per state, as `langkah.engine` does it, in C++.
//
// Standard input: start, number of data, data (the list of `langkah.games.slide_steps`), log2 of the initial slots,
// repetitions, threads. Standard output: one JSON object. The table grows by the same rule as the engine's.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <thread>
#include <vector>

#include <sys/mman.h>
#include <sys/resource.h>

using u64 = uint64_t;
using i64 = int64_t;

static std::vector<i64> data;
constexpr int BITS = 0, ONES = 4, FILL = 6, GOAL = 8, RING = 32, PORTION = 256;

static inline int expand(u64 state, u64* out) {
    const i64* d = data.data();
    u64 taken = state;
    for (int shift = 1; shift < d[BITS]; shift++) taken |= state >> shift;
    u64 empty = u64(d[ONES]) & ~taken;
    int count = 0;
    while (empty) {
        int place = __builtin_ctzll(empty);
        empty &= empty - 1;
        i64 row = d[d[FILL] + place], end = d[row++];
        for (; row < end; row += 3) {
            out[count] = state ^ u64(d[row + 2]);
            count += (state & u64(d[row])) == u64(d[row + 1]);
        }
    }
    return count;
}

static inline bool is_goal(u64 state) { return (state & u64(data[GOAL])) == u64(data[GOAL + 1]); }
static inline u64 hashed(u64 state, int shift) { return ((state ^ (state >> 32)) * 0x9E3779B97F4A7C15ull) >> shift; }

template <class T> static T* reserve(size_t count, bool huge = false) {
    void* p = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (huge) madvise(p, count * sizeof(T), MADV_HUGEPAGE);
    return static_cast<T*>(p);
}

struct Space {
    size_t capacity = size_t(1) << 28, tail = 0, depth = 0, goals = 0, edges = 0;
    u64 *states = reserve<u64>(capacity), *slots = nullptr;
    uint32_t* parents = reserve<uint32_t>(capacity);
    int bits = 0;

    ~Space() {
        munmap(states, capacity * 8);
        munmap(parents, capacity * 4);
        munmap(slots, size_t(8) << bits);
    }
    void allocate(int size) {
        bits = size;
        slots = reserve<u64>(size_t(1) << size, size >= 19);
    }
    void grow() {
        u64* old = slots;
        size_t count = size_t(1) << bits;
        allocate(bits + (bits < 22 ? 2 : 1));
        u64 mask = (u64(1) << bits) - 1;
        for (size_t i = 0; i < count; i++)
            if (old[i]) {
                u64 slot = hashed(~old[i], 64 - bits);
                while (slots[slot]) slot = (slot + 1) & mask;
                slots[slot] = old[i];
            }
        munmap(old, count * 8);
    }
};

static void search(Space& space, u64 start) {
    struct { u64 state, slot; uint32_t parent; } ring[RING];
    u64 out[256];
    u64 mask = (u64(1) << space.bits) - 1;
    int shift = 64 - space.bits;
    size_t head = 0, end = 1, begun = 0, ended = 0, tail = 1, room = (mask + 1) / 2;
    space.states[0] = start;
    space.slots[hashed(start, shift)] = ~start;
    auto settle = [&](size_t until) {
        while (ended < until) {
            auto& each = ring[ended++ & (RING - 1)];
            u64 slot = each.slot, there = space.slots[slot];
            while (there && there != ~each.state) there = space.slots[slot = (slot + 1) & mask];
            if (!there) {
                space.slots[slot] = ~each.state;
                space.states[tail] = each.state;
                space.parents[tail++] = each.parent;
            }
        }
    };
    while (true) {
        if (head == end || tail + begun - ended + 64 > room) {
            settle(begun);
            if (head == end) {
                if (head == tail) break;
                space.depth++;
                end = tail;
            }
            if (tail + 64 > room) {
                space.grow();
                mask = (u64(1) << space.bits) - 1;
                shift = 64 - space.bits;
                room = (mask + 1) / 2;
            }
        }
        u64 state = space.states[head];
        space.goals += is_goal(state);
        int count = expand(state, out);
        space.edges += count;
        for (int i = 0; i < count; i++) {
            if (begun - ended == RING) settle(ended + 1);
            u64 slot = hashed(out[i], shift);
            __builtin_prefetch(&space.slots[slot], 1);
            ring[begun++ & (RING - 1)] = {out[i], slot, uint32_t(head)};
        }
        head++;
    }
    space.tail = tail;
}

static void share(Space& space, u64 start, int threads) {
    u64 mask = (u64(1) << space.bits) - 1;
    int shift = 64 - space.bits;
    space.states[0] = start;
    space.slots[hashed(start, shift)] = ~start;
    size_t head = 0, end = 1;
    std::atomic<size_t> cursor, next{1}, goals{0}, edges{0};
    auto work = [&]() {
        struct { u64 state, slot; } ring[RING];
        std::vector<u64> buffer(1024 + PORTION * 64);
        u64 out[256];
        size_t begun = 0, ended = 0, held = 0, mine = 0, met = 0;
        auto settle = [&]() {
            auto& each = ring[ended++ & (RING - 1)];
            for (u64 slot = each.slot;; slot = (slot + 1) & mask) {
                u64 there = __atomic_load_n(&space.slots[slot], __ATOMIC_RELAXED);
                if (!there && __atomic_compare_exchange_n(&space.slots[slot], &there, ~each.state, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
                    buffer[held++] = each.state;
                    return;
                }
                if (there == ~each.state) return;
            }
        };
        auto flush = [&]() {
            size_t base = next.fetch_add(held);
            memcpy(space.states + base, buffer.data(), held * 8);
            held = 0;
        };
        while (true) {
            size_t first = cursor.fetch_add(PORTION);
            if (first >= end) break;
            for (size_t i = first; i < std::min(first + PORTION, end); i++) {
                met += is_goal(space.states[i]);
                int count = expand(space.states[i], out);
                mine += count;
                for (int j = 0; j < count; j++) {
                    if (begun - ended == RING) settle();
                    u64 slot = hashed(out[j], shift);
                    __builtin_prefetch(&space.slots[slot], 1);
                    ring[begun++ & (RING - 1)] = {out[j], slot};
                }
                if (held >= 512) flush();
            }
        }
        while (ended < begun) settle();
        flush();
        goals += met;
        edges += mine;
    };
    while (head < end) {
        cursor = head;
        std::vector<std::thread> others;
        for (int i = 1; i < threads && end - head >= 4096; i++) others.emplace_back(work);
        work();
        for (auto& each : others) each.join();
        head = end;
        end = next;
        if (head < end) space.depth++;
    }
    space.tail = end;
    space.goals = goals;
    space.edges = edges;
}

static double cpu() {
    rusage u;
    getrusage(RUSAGE_SELF, &u);
    return u.ru_utime.tv_sec + u.ru_stime.tv_sec + 1e-6 * (u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

int main() {
    u64 start;
    size_t count;
    int bits, repetitions, threads;
    std::cin >> start >> count;
    data.resize(count);
    for (auto& each : data) std::cin >> each;
    std::cin >> bits >> repetitions >> threads;
    double best = 1e9, best_wall = 1e9;
    size_t states = 0, depth = 0, goals = 0, edges = 0;
    for (int i = 0; i < repetitions; i++) {
        auto wall = std::chrono::steady_clock::now();
        double before = cpu();
        {
            Space space;
            space.allocate(bits);
            if (threads > 1) share(space, start, threads); else search(space, start);
            states = space.tail, depth = space.depth, goals = space.goals, edges = space.edges;
        }
        best = std::min(best, cpu() - before);
        best_wall = std::min(best_wall, std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count());
    }
    rusage u;
    getrusage(RUSAGE_SELF, &u);
    printf("{\"states\": %zu, \"depth\": %zu, \"goals\": %zu, \"edges\": %zu, \"cpu\": %.6f, \"wall\": %.6f, \"peak\": %ld}\n", states,
           depth, goals, edges, best, best_wall, u.ru_maxrss * 1024);
}
