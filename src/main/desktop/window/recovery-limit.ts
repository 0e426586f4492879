const maxRecoveries = 3
const withinMs = 5 * 60_000

/** Limits how often windows are recovered, so that a window that fails at each start is not recovered for ever. */
export class RecoveryLimit {
  #recoveredAt: readonly number[] = []

  /** Whether a window may be recovered at this time (monotonic milliseconds). A permitted recovery counts. */
  take(now: number): boolean {
    this.#recoveredAt = this.#recoveredAt.filter((at) => now - at < withinMs)
    if (this.#recoveredAt.length >= maxRecoveries) return false
    this.#recoveredAt = [...this.#recoveredAt, now]
    return true
  }
}
