/** This number of consecutive responses of equal length is unlikely to be random. */
const suspiciousRun = 3
/** After this many responses in a row without truncation the cap may have risen. */
const longWithoutTruncation = 50
/** The number of responses to wait after a wrong suspicion. It is multiplied by four after each further one. */
const minPause = 16
const maxPause = 1_024

/**
 * Detects responses that indicate a lower or higher cap. Then a request checks the cap. After a wrong suspicion there
 * is a pause.
 */
export class CapMonitor {
  readonly #runs = new Map<string, { readonly received: number; readonly count: number }>()
  #pause = minPause
  #waitsFor = 0
  #sinceLongest = 0

  /** Call after a response of the longest length: the cap has not fallen. */
  noteLongest(): void {
    this.#sinceLongest = 0
  }

  /** Counts one more response without truncation. Returns whether it is time to check for a higher cap. */
  mayHaveRisen(): boolean {
    return ++this.#sinceLongest >= longWithoutTruncation
  }

  /**
   * Records a response that counts as complete by its length. Returns whether the cap should be checked. `sequence` is
   * the name of the responses to compare; null if equal lengths are normal. `isLacking`: the response lacks stored rows
   * of its interval.
   */
  isSuspect(sequence: string | null, received: number, isLacking: boolean): boolean {
    this.#waitsFor--
    const count = sequence === null ? 0 : this.#countRun(sequence, received)
    return this.#waitsFor < 0 && (isLacking || (received > 0 && count >= suspiciousRun))
  }

  /** Call after the check that follows a suspicion. */
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
