interface Subject {
  /** How many questions about it are being answered. */
  count: number
  /** The waiting questions about it. */
  readonly waiting: (() => void)[]
}

/**
 * The order in which long questions are answered. Questions about the newest subject go on; those about older ones pause until it
 * has no more questions, because a user who chose another period waits only for that one.
 */
export class NewestFirst {
  /** In the order of their last questions. */
  readonly #subjects = new Map<string, Subject>()

  /** A question about a subject begins. Call the result when it ends. */
  enter(key: string): () => void {
    const subject = this.#subjects.get(key) ?? { count: 0, waiting: [] }
    subject.count++
    this.#subjects.delete(key)
    this.#subjects.set(key, subject)
    this.#resumeNewest()
    return () => {
      subject.count--
      if (subject.count === 0) this.#subjects.delete(key)
      this.#resumeNewest()
    }
  }

  /** Resolves when no newer subject has questions. */
  async turnOf(key: string): Promise<void> {
    for (;;) {
      const subject = this.#subjects.get(key)
      if (subject === undefined || subject === this.#newest) return
      await new Promise<void>((resolve) => subject.waiting.push(resolve))
    }
  }

  get #newest(): Subject | undefined {
    return [...this.#subjects.values()].at(-1)
  }

  #resumeNewest(): void {
    for (const resume of this.#newest?.waiting.splice(0) ?? []) resume()
  }
}
