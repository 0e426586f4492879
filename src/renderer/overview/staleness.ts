/** An account that was not read for this long is marked as old: its job reads it each minute or oftener. */
export const staleAfterMs = 3 * 60_000
