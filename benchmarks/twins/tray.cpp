// IDA* on the 15-puzzle with distances and linear conflicts, updated with each move, as `langkah.engine` does it, in C++.
//
// Standard input: number of boards, then 16 numbers for each (goal: 0 to 15 in order). Standard output: one JSON object.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <vector>

#include <sys/resource.h>

static int far_[16][16], into[16][16][2], costs[625], ways[16][5], board[16], keys[8];
static int64_t nodes;
static const int POWER[4] = {1, 5, 25, 125};

static int conflict(int key) {
    int homes[4], count = 0, best = 0;
    for (int i = 0; i < 4; i++, key /= 5)
        if (key % 5) homes[count++] = key % 5;
    for (int set = 0; set < 1 << count; set++) {  // the largest set of tiles in rising order
        int last = 0, size = 0;
        bool rising = true;
        for (int i = 0; i < count; i++)
            if (set >> i & 1) {
                rising &= homes[i] > last;
                last = homes[i];
                size++;
            }
        if (rising) best = std::max(best, size);
    }
    return 2 * (count - best);
}

static void prepare() {
    for (int cell = 0; cell < 16; cell++) {
        int row = cell / 4, col = cell % 4;
        if (row > 0) ways[cell][++ways[cell][0]] = cell - 4;
        if (col > 0) ways[cell][++ways[cell][0]] = cell - 1;
        if (col < 3) ways[cell][++ways[cell][0]] = cell + 1;
        if (row < 3) ways[cell][++ways[cell][0]] = cell + 4;
        for (int tile = 1; tile < 16; tile++) {
            far_[tile][cell] = abs(tile / 4 - row) + abs(tile % 4 - col);
            into[tile][cell][0] = tile / 4 == row ? (1 + tile % 4) * POWER[col] : 0;
            into[tile][cell][1] = tile % 4 == col ? (1 + tile / 4) * POWER[row] : 0;
        }
    }
    for (int key = 0; key < 625; key++) costs[key] = conflict(key);
}

static bool search(int cell, int before, int depth, int value, int bound, int& over) {
    for (int turn = 1; turn <= ways[cell][0]; turn++) {
        int onto = ways[cell][turn];
        if (onto == before) continue;
        nodes++;
        int tile = board[onto], row = onto / 4 == cell / 4;
        int one = row ? 4 + cell % 4 : cell / 4, two = row ? 4 + onto % 4 : onto / 4, three = row ? cell / 4 : 4 + cell % 4;
        int first = keys[one], second = keys[two], third = keys[three];
        int new_first = first + into[tile][cell][row], new_second = second - into[tile][onto][row];
        int next = value + far_[tile][cell] - far_[tile][onto] + costs[new_first] - costs[first] + costs[new_second] - costs[second];
        if (depth + 1 + next > bound) {
            over = std::min(over, depth + 1 + next);
            continue;
        }
        keys[one] = new_first, keys[two] = new_second, keys[three] += into[tile][cell][1 - row] - into[tile][onto][1 - row];
        board[cell] = tile, board[onto] = 0;
        if (next == 0 || search(onto, cell, depth + 1, next, bound, over)) return true;
        keys[one] = first, keys[two] = second, keys[three] = third;
        board[onto] = tile, board[cell] = 0;
    }
    return false;
}

int main() {
    prepare();
    int count;
    std::cin >> count;
    std::vector<int> lengths;
    double total = 0;
    while (count--) {
        int start[16], value = 0, blank = 0;
        for (int& tile : start) std::cin >> tile;
        for (int& key : keys) key = 0;
        for (int cell = 0; cell < 16; cell++) {
            int tile = start[cell];
            if (!tile) { blank = cell; continue; }
            value += far_[tile][cell];
            keys[cell / 4] += into[tile][cell][0];
            keys[4 + cell % 4] += into[tile][cell][1];
        }
        for (int key : keys) value += costs[key];
        int saved[8];
        std::copy(keys, keys + 8, saved);
        rusage a, b;
        getrusage(RUSAGE_SELF, &a);
        for (int bound = value;;) {
            int over = 1 << 30;
            std::copy(start, start + 16, board);
            std::copy(saved, saved + 8, keys);
            if (search(blank, -1, 0, value, bound, over)) { lengths.push_back(bound); break; }
            bound = over;
        }
        getrusage(RUSAGE_SELF, &b);
        total += b.ru_utime.tv_sec - a.ru_utime.tv_sec + 1e-6 * (b.ru_utime.tv_usec - a.ru_utime.tv_usec);
    }
    rusage u;
    getrusage(RUSAGE_SELF, &u);
    printf("{\"lengths\": [");
    for (size_t i = 0; i < lengths.size(); i++) printf("%s%d", i ? ", " : "", lengths[i]);
    printf("], \"nodes\": %ld, \"cpu\": %.6f, \"peak\": %ld}\n", long(nodes), total, u.ru_maxrss * 1024);
}
