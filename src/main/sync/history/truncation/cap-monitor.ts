/** This number of consecutive responses of equal length is unlikely to be random. */
const suspiciousRun = 3
/** After this many responses in a row without truncation the cap may have risen. */
const longWithoutTruncation = 50
/** Responses to wait after a suspicion that proved wrong; four times as many after each further one. */
const minPause = 16
const maxPause = 1_024

/**
 * Detects responses that suggest a lower or higher cap. A request then finds out whether the cap has changed; after a
 * wrong suspicion the next one has to wait.
 */
export class CapMonitor {
  readonly #runs = new Map<string, { readonly received: number; readonly count: number }>()
  #pause = minPause
  #waitsFor = 0
  #sinceLongest = 0

  /** A response as long as the longest was received: the cap has not fallen. */
  noteLongest(): void {
    this.#sinceLongest = 0
  }

  /** Counts one more response without truncation. Returns whether it is time to check for a higher cap. */
  mayHaveRisen(): boolean {
    return ++this.#sinceLongest >= longWithoutTruncation
  }

  /**
   * Notes a response that counts as whole by its length. Returns whether the cap should be checked. `sequence`: names the
   * responses that are compared; null: equal lengths are normal here. `isLacking`: stored rows of the interval are
   * missing in the response.
   */
  isSuspect(sequence: string | null, received: number, isLacking: boolean): boolean {
    this.#waitsFor--
    const count = sequence === null ? 0 : this.#countRun(sequence, received)
    return this.#waitsFor < 0 && (isLacking || (received > 0 && count >= suspiciousRun))
  }

  /** The check after a suspicion is done. */
  settle(wasRight: boolean): void {
    this.#runs.clear()
    this.#sinceLongest = 0
    this.#waitsFor = wasRight ? 0 : this.#pause
    this.#pause = wasRight ? minPause : Math.min(maxPause, 4 * this.#pause)
  }

  #countRun(sequence: string, received: number): number {
    const run = this.#runs.get(sequence)
    const count = run?.received === received ? run.count + 1 : 1
    this.#runs.set(sequence, { received, count })
    return count
  }
}
