/**
 * The environment for a single-threaded program. glibc keeps separate freed memory for the threads of V8 and libuv, 10 to 25
 * MB. Other systems ignore this setting.
 */
export const oneArena = { MALLOC_ARENA_MAX: '1' }
