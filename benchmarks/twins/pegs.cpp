// All positions of a tower on four pegs, in bitmaps, as `langkah.engine` finds them, in C++. Of six symmetric positions
// one is kept; blocks without new positions are skipped. Argument: discs. Standard output: one JSON object.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <sys/mman.h>
#include <sys/resource.h>

using u64 = uint64_t;
constexpr u64 LOW = 0x5555555555555555ull, NIBBLES = 0x1111111111111111ull;
constexpr size_t BLOCK = 512;

struct Pair { int one, two; u64 free, second, third; };
static std::vector<Pair> pairs;
static std::vector<uint32_t> ids;
static std::vector<u64> prefixes;
static int larger, shift_;
static size_t words;
static u64 *seen, *now_, *after;
static std::vector<uint8_t> active, fresh;

static u64* bitmap(size_t count) {
    size_t bytes = (count * 8 + (2 << 20) - 1) & ~size_t((2 << 20) - 1);
    void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    madvise(p, bytes, MADV_HUGEPAGE);
    return static_cast<u64*>(p);
}

static inline u64 within(u64 x) {
    u64 found = ((x | x >> 1 | x >> 2 | x >> 3) & NIBBLES) * 15;
    for (auto& pair : pairs) {
        int by = pair.two - pair.one;
        found |= (x & pair.second) << 4 * by | ((x >> 4 * by) & pair.second);
        found |= (x & pair.third) << 16 * by | ((x >> 16 * by) & pair.third);
    }
    return found;
}

static u64 renamed(u64 x, const int* name) {
    const u64 masks[3] = {NIBBLES, 0x000F000F000F000Full, 0xFFFFull};
    for (int size = 0, step = 1; size < 3; size++, step *= 4) {
        u64 moved = 0;
        for (int peg = 0; peg < 4; peg++) moved |= ((x >> step * peg) & masks[size]) << step * name[peg];
        x = moved;
    }
    return x;
}

static u64 on_peg(u64 word, int peg) {
    u64 low = word & LOW, high = word >> 1 & LOW;
    return (peg & 1 ? low : ~low) & (peg & 2 ? high : ~high) & LOW;
}

static u64 canonical(u64 word, u64& bits) {
    int name[4] = {0, 0, 0, 0}, used = 0;
    for (int disc = larger - 1; disc >= 0 && used < 3; disc--) {
        int peg = word >> 2 * disc & 3;
        if (peg && !name[peg]) name[peg] = ++used;
    }
    for (int peg = 1; peg < 4; peg++)
        if (!name[peg]) name[peg] = ++used;
    u64 found = 0;
    for (int peg = 1; peg < 4; peg++) {
        u64 there = on_peg(word, peg);
        found |= (name[peg] & 1 ? there : 0) | (name[peg] & 2 ? there << 1 : 0);
    }
    bits = renamed(bits, name);
    return found;
}

static inline size_t place_of(u64 word) { return (size_t((ids[word >> shift_] >> 1) - 1) << shift_) | (word & ((u64(1) << shift_) - 1)); }
static inline void put(size_t place, u64 bits) { after[place] |= bits, fresh[place / BLOCK] = 1; }

static void push() {
    u64 every = (u64(1) << 2 * larger) - 1, part = (u64(1) << shift_) - 1;
    for (size_t block = 0; block * BLOCK < words; block++) {
        if (!active[block]) continue;
        for (size_t place = block * BLOCK; place < std::min(words, (block + 1) * BLOCK); place++) {
            u64 x = now_[place];
            if (!x) continue;
            if (u64 found = within(x) & ~seen[place]) put(place, found);
            u64 full = prefixes[place >> shift_] << shift_ | (place & part);
            for (auto& pair : pairs) {
                u64 bits = x & pair.free, there = (on_peg(full, pair.one) | on_peg(full, pair.two)) & every;
                if (!bits || !there) continue;
                u64 word = full ^ u64(pair.one ^ pair.two) << __builtin_ctzll(there);
                if (!(ids[word >> shift_] & 1)) word = canonical(word, bits);
                size_t target = place_of(word);
                if (bits &= ~seen[target]) put(target, bits);
            }
        }
    }
}

int main(int, char** arguments) {
    int discs = atoi(arguments[1]);
    larger = discs - 3;
    int prefix = std::min(larger, 8);
    shift_ = 2 * (larger - prefix);
    for (int one = 0; one < 4; one++)
        for (int two = one + 1; two < 4; two++) {
            Pair pair{one, two, 0, 0, 0};
            auto other = [&](int peg) { return peg != one && peg != two; };
            for (int bit = 0; bit < 64; bit++) {
                int small = bit & 3, middle = bit >> 2 & 3, large = bit >> 4;
                if (!other(small)) continue;
                if (middle == one) pair.second |= u64(1) << bit;
                if (other(middle) && large == one) pair.third |= u64(1) << bit;
                if (other(middle) && other(large)) pair.free |= u64(1) << bit;
            }
            pairs.push_back(pair);
        }
    ids.assign(size_t(1) << 2 * prefix, 0);
    for (u64 word = 0; word < ids.size(); word++) {
        int used = 0;
        bool kept = true;
        for (int disc = prefix - 1; disc >= 0; disc--) {
            int peg = word >> 2 * disc & 3;
            kept &= peg <= used + 1;
            used = std::max(used, peg);
        }
        if (!kept) continue;
        ids[word] = 2 * prefixes.size() + 2 + (used > 1);
        prefixes.push_back(word);
    }
    words = prefixes.size() << shift_;
    seen = bitmap(words), now_ = bitmap(words), after = bitmap(words);
    active.assign(words / BLOCK + 1, 0), fresh.assign(words / BLOCK + 1, 0);
    seen[0] = now_[0] = active[0] = 1;
    u64 states = 1;
    int depth = 0;
    while (true) {
        push();
        u64 count = 0, surplus = 0;
        for (u64 mask = 0; mask < u64(1) << larger; mask++) {
            u64 word = 0;
            for (int disc = 0; disc < larger; disc++) word |= (mask >> disc & 1) << 2 * disc;
            u64& x = after[place_of(word)];
            if (!x) continue;
            const int last[4] = {0, 1, 3, 2}, first[4] = {0, 2, 1, 3};
            x |= renamed(x, last);
            for (int turn = 0; mask == 0 && turn < 2; turn++) x |= renamed(x, first), x |= renamed(x, last);
            surplus += __builtin_popcountll(x) * (mask ? 3 : 5);
        }
        for (size_t block = 0; block * BLOCK < words; block++) {
            size_t begin = block * BLOCK, end = std::min(words, begin + BLOCK);
            if (active[block]) std::fill(now_ + begin, now_ + end, 0);
            if (fresh[block])
                for (size_t place = begin; place < end; place++) seen[place] |= after[place], count += __builtin_popcountll(after[place]);
            active[block] = 0;
        }
        std::swap(now_, after), std::swap(active, fresh);
        if (!count) break;
        states += 6 * count - surplus;
        depth++;
    }
    rusage u;
    getrusage(RUSAGE_SELF, &u);
    double cpu = u.ru_utime.tv_sec + u.ru_stime.tv_sec + 1e-6 * (u.ru_utime.tv_usec + u.ru_stime.tv_usec);
    printf("{\"states\": %llu, \"depth\": %d, \"cpu\": %.6f, \"peak\": %ld}\n", (unsigned long long)states, depth, cpu, u.ru_maxrss * 1024);
}
