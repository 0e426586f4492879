interface Subject {
  /** How many questions about it are being answered. */
  count: number
  /** The waiting questions about it. */
  readonly waiting: (() => void)[]
}

/** After this many slices about the newest subject, one slice of an older question follows. */
const slicesPerOlder = 32

/**
 * The order in which long questions are answered. Most slices go to the subject that was asked about last, because a user who chose
 * another period waits only for that one. Older questions continue slowly, so that none waits forever while the newest is repeated.
 */
export class NewestFirst {
  /** In the order of their last questions. */
  readonly #subjects = new Map<string, Subject>()
  #slices = 0

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

  /** Resolves when the next slice of a question may begin. Its question must not have ended. */
  async turnOf(key: string): Promise<void> {
    const subject = this.#subjects.get(key)
    if (subject === undefined) return
    if (subject !== this.#newest) return new Promise((resolve) => subject.waiting.push(resolve))
    this.#slices++
    if (this.#slices % slicesPerOlder === 0) this.#resumeOne()
  }

  get #newest(): Subject | undefined {
    return [...this.#subjects.values()].at(-1)
  }

  /** Resumes a question about the oldest subject. */
  #resumeOne(): void {
    const [oldest] = [...this.#subjects.values()].filter(({ waiting }) => waiting.length > 0)
    oldest?.waiting.shift()?.()
  }

  #resumeNewest(): void {
    for (const resume of this.#newest?.waiting.splice(0) ?? []) resume()
  }
}
