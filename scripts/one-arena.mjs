/**
 * For a program that works in one thread: glibc keeps freed memory of V8's and libuv's threads apart, 10 to 25 MB of it. Other systems
 * ignore it.
 */
export const oneArena = { MALLOC_ARENA_MAX: '1' }
