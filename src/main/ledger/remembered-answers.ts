/** Answers that are worked out again only when something they follow from is another one. */
export class RememberedAnswers<T> {
  readonly #known = new Map<string, { readonly answer: Promise<T>; readonly isOfNow: boolean }>()

  /** `isOfNow`: the answer follows from the latest prices too. A failure is not remembered. */
  read(key: string, isOfNow: boolean, ask: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key)
    if (known !== undefined) return known.answer
    const answer = ask()
    const entry = { answer, isOfNow }
    this.#known.set(key, entry)
    const oldest = this.#known.keys().next()
    if (this.#known.size > maxAnswers && oldest.done !== true) this.#known.delete(oldest.value)
    answer.catch(() => {
      if (this.#known.get(key) === entry) this.#known.delete(key)
    })
    return answer
  }

  /** Rows, instruments or choices changed. */
  forget(): void {
    this.#known.clear()
  }

  /** Latest prices changed. */
  forgetNow(): void {
    for (const [key, { isOfNow }] of this.#known) if (isOfNow) this.#known.delete(key)
  }
}

/** Scopes and periods that a person goes back and forth between. */
const maxAnswers = 60
