#pragma once
#include <spawn.h>

// glibc shows these two only to who defines _GNU_SOURCE, and Swift's module of it is made without. Darwin has neither.

#ifdef __linux__

extern int pipe2(int ends[2], int flags);

extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

#endif
