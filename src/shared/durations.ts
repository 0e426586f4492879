/** Durations in milliseconds. An interval that belongs to one policy stays beside it, as a multiple of these. */
export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
