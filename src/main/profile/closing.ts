/** What is open, and is closed in the opposite order. */
export class Closing {
  readonly #steps: (() => unknown)[] = []

  /** A step that closes something; it may return a promise. */
  add(step: () => unknown): void {
    this.#steps.push(step)
  }

  /** Runs all steps, the last one first, once. A step that fails does not keep the others from running; `onFailure` gets its error. */
  async close(onFailure: (error: unknown) => void): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step()
      } catch (error) {
        onFailure(error)
      }
    }
  }
}
