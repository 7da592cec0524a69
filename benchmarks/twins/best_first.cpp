// A* and IDA* on pancakes and on the pocket cube, as `langkah.engine` runs them for a user's own puzzle, in C++.
//
// Arguments: pancakes or cube, a-star or ida-star, the start as a number, repetitions. Standard output: one JSON object.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include <sys/resource.h>

static const int N = 11, CORNERS = 7, DEPTHS = 4096, RANKS = 256;
static const int SOURCE[3][7] = {{3, 0, 1, 2, 4, 5, 6}, {4, 1, 2, 0, 6, 5, 3}, {1, 5, 2, 3, 0, 4, 6}};
static const int TWIST[3][7] = {{0, 0, 0, 0, 0, 0, 0}, {2, 0, 0, 1, 1, 0, 2}, {1, 2, 0, 0, 2, 1, 0}};

struct Pancakes {
    static uint64_t goal() {
        uint64_t found = 0;
        for (int place = 0; place < N; place++) found |= uint64_t(place) << 4 * place;
        return found;
    }
    static int expand(uint64_t state, uint64_t* out) {
        for (int count = 2; count <= N; count++) {
            uint64_t turned = state >> 4 * count << 4 * count;
            for (int place = 0; place < count; place++) turned |= (state >> 4 * place & 15) << 4 * (count - 1 - place);
            out[count - 2] = turned;
        }
        return N - 1;
    }
    static int estimate(uint64_t state) {
        int gaps = 0, below = N;
        for (int place = N - 1; place >= 0; place--) {
            int here = state >> 4 * place & 15;
            gaps += std::abs(here - below) > 1;
            below = here;
        }
        return gaps / 2;
    }
};

struct Cube {
    static uint64_t goal() {
        uint64_t found = 0;
        for (int corner = 0; corner < CORNERS; corner++) found |= uint64_t(corner) << 5 * corner;
        return found;
    }
    static int expand(uint64_t state, uint64_t* out) {
        int count = 0;
        for (int face = 0; face < 3; face++) {
            uint64_t now = state;
            for (int quarter = 0; quarter < 3; quarter++) {
                uint64_t turned = 0;
                for (int place = 0; place < CORNERS; place++) {
                    uint64_t piece = now >> 5 * SOURCE[face][place] & 31;
                    turned |= ((piece & 7) | ((piece >> 3) + TWIST[face][place]) % 3 << 3) << 5 * place;
                }
                out[count++] = now = turned;
            }
        }
        return count;
    }
    static int estimate(uint64_t state) {
        int astray = 0;
        for (int place = 0; place < CORNERS; place++) astray += (state >> 5 * place & 31) != uint64_t(place);
        return (astray + 3) / 4;
    }
};

static int64_t expanded;

static uint64_t mix(uint64_t state) {
    uint64_t product = state * 0x9E3779B97F4A7C15ull;
    return product ^ product >> 32;
}

struct Node {
    uint64_t state;
    int32_t cost, guess, parent, next;
    bool closed;
};
struct Slot {
    uint64_t state;
    int32_t node, cost;
};

template <class Puzzle> static int a_star(uint64_t start) {
    int bits = 12;
    std::vector<Slot> slots(1 << bits, Slot{0, -1, 0});
    std::vector<Node> nodes;
    std::vector<int32_t> heads(RANKS * DEPTHS, -1);
    uint64_t out[32], goal = Puzzle::goal();
    size_t lowest = 0;
    auto find = [&](uint64_t state) -> Slot& {
        size_t slot = mix(state) >> (64 - bits);
        while (slots[slot].node >= 0 && slots[slot].state != state) slot = (slot + 1) & ((size_t(1) << bits) - 1);
        return slots[slot];
    };
    auto push = [&](uint64_t state, int cost, int guess, int parent) {
        size_t key = size_t(cost + guess + 1) * DEPTHS - 1 - cost;
        nodes.push_back({state, cost, guess, parent, heads[key], false});
        heads[key] = nodes.size() - 1;
        lowest = std::min(lowest, key);
    };
    lowest = heads.size();
    push(start, 0, Puzzle::estimate(start), -1);
    find(start) = {start, 0, 0};
    expanded = 0;
    while (true) {
        while (lowest < heads.size() && heads[lowest] < 0) lowest++;
        if (lowest == heads.size()) return -1;
        int number = heads[lowest];
        heads[lowest] = nodes[number].next;
        if (nodes[number].closed) continue;
        nodes[number].closed = true;
        expanded++;
        uint64_t state = nodes[number].state;
        int cost = nodes[number].cost + 1;
        if (state == goal) return cost - 1;
        int count = Puzzle::expand(state, out);
        if ((nodes.size() + count) * 2 > slots.size()) {
            bits += bits < 22 ? 2 : 1;
            slots.assign(size_t(1) << bits, Slot{0, -1, 0});
            for (size_t each = 0; each < nodes.size(); each++)
                find(nodes[each].state) = {nodes[each].state, int32_t(each), nodes[each].cost};
        }
        for (int each = 0; each < count; each++) __builtin_prefetch(&slots[mix(out[each]) >> (64 - bits)], 1);
        for (int each = 0; each < count; each++) {
            Slot& slot = find(out[each]);
            int guess;
            if (slot.node < 0)
                guess = Puzzle::estimate(out[each]);
            else if (cost >= slot.cost)
                continue;
            else {
                nodes[slot.node].closed = true;
                guess = nodes[slot.node].guess;
            }
            slot = {out[each], int32_t(nodes.size()), cost};
            push(out[each], cost, guess, number);
        }
    }
}

template <class Puzzle> static int ida_star(uint64_t start) {
    struct Frame {
        uint64_t state;
        int depth;
    };
    uint64_t out[32], goal = Puzzle::goal();
    static uint64_t path[4096];
    int bound = Puzzle::estimate(start);
    std::vector<Frame> stack;
    expanded = 0;
    while (true) {
        int beyond = 1 << 30;
        stack.assign(1, {start, 0});
        while (!stack.empty()) {
            Frame here = stack.back();
            stack.pop_back();
            expanded++;
            path[here.depth] = here.state;
            if (here.state == goal) return here.depth;
            int count = Puzzle::expand(here.state, out);
            for (int each = count - 1; each >= 0; each--) {
                if (out[each] == here.state || (here.depth && out[each] == path[here.depth - 1])) continue;
                int f = here.depth + 1 + Puzzle::estimate(out[each]);
                if (f > bound)
                    beyond = std::min(beyond, f);
                else
                    stack.push_back({out[each], here.depth + 1});
            }
        }
        bound = beyond;
    }
}

int main(int, char** words) {
    bool cube = !strcmp(words[1], "cube"), deep = !strcmp(words[2], "ida-star");
    uint64_t start = strtoull(words[3], nullptr, 10);
    int repetitions = atoi(words[4]), cost = 0;
    double least = 1e9;
    for (int turn = 0; turn < repetitions; turn++) {
        clock_t before = clock();
        cost = cube ? deep ? ida_star<Cube>(start) : a_star<Cube>(start)
                    : deep ? ida_star<Pancakes>(start) : a_star<Pancakes>(start);
        least = std::min(least, double(clock() - before) / CLOCKS_PER_SEC);
    }
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("{\"cpu\": %.6f, \"peak\": %ld, \"cost\": %d, \"expanded\": %ld}\n", least, usage.ru_maxrss * 1024L, cost,
           long(expanded));
}
