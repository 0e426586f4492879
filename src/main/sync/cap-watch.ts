/** So many answers of one length in a row are hardly chance. */
const longRun = 3
/** After so many answers in a row that were not cut the service may carry more than it did. */
const longWithoutCut = 50
/** Answers to let pass after a suspicion that was wrong; each further time four times as many. */
const leastPause = 16
const mostPause = 1_024

/**
 * Tells when answers look as if the service cut shorter than it once did. Whether it does is for a request to find out;
 * where it turned out not to, the next suspicion has to wait.
 */
export class CapWatch {
  readonly #runs = new Map<string, { readonly received: number; readonly count: number }>()
  #pause = leastPause
  #waitsFor = 0
  #sinceLongest = 0

  /** An answer came that was as long as any: the service still cuts there. */
  noteLongest(): void {
    this.#sinceLongest = 0
  }

  /** Whether it is time to look for a higher cap, after one more answer that was not cut. */
  mayHaveRisen(): boolean {
    return ++this.#sinceLongest >= longWithoutCut
  }

  /**
   * Learns of an answer that counts as whole by its length. `subject`: whose answers follow on one another; null: they are
   * alike anyhow. `isLacking`: rows of its interval that are known did not come.
   */
  isSuspect(subject: string | null, received: number, isLacking: boolean): boolean {
    this.#waitsFor--
    const count = subject === null ? 0 : this.#countRun(subject, received)
    return this.#waitsFor < 0 && (isLacking || (received > 0 && count >= longRun))
  }

  /** The suspicion was right, or was not. */
  settle(wasRight: boolean): void {
    this.#runs.clear()
    this.#sinceLongest = 0
    this.#waitsFor = wasRight ? 0 : this.#pause
    this.#pause = wasRight ? leastPause : Math.min(mostPause, 4 * this.#pause)
  }

  #countRun(subject: string, received: number): number {
    const run = this.#runs.get(subject)
    const count = run?.received === received ? run.count + 1 : 1
    this.#runs.set(subject, { received, count })
    return count
  }
}
