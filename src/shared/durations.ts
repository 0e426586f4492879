/** Durations in milliseconds. A duration of a single policy is defined next to that policy, as a multiple of these. */
export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
