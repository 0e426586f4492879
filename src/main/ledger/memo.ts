interface Kept<T> {
  /** `null`: calculate again at the next read. */
  stamp: string | null
  readonly value: T
}

/**
 * Keeps the results of a calculation, each until its stamp changes. A stamp names the state of all inputs; `null` is a state
 * whose results are not kept. A promise that fails is not kept.
 */
export class Memo<T> {
  readonly #size: number
  readonly #kept = new Map<string, Kept<T>>()

  /** `size`: how many results are kept, those that were calculated last. */
  constructor(size = 1) {
    this.#size = size
  }

  read(stamp: string | null, compute: () => T, key = ''): T {
    const kept = this.#current(key, stamp)
    return kept === null ? this.#keep(key, stamp, compute()) : kept.value
  }

  /** For a calculation in steps. */
  *steps(stamp: string | null, compute: () => Generator<void, T>, key = ''): Generator<void, T> {
    const kept = this.#current(key, stamp)
    return kept === null ? this.#keep(key, stamp, yield* compute()) : kept.value
  }

  /** The last result, also of another state. */
  last(key = ''): T | null {
    return this.#kept.get(key)?.value ?? null
  }

  /** Calculates again at the next read. */
  expire(key = ''): void {
    const kept = this.#kept.get(key)
    if (kept !== undefined) kept.stamp = null
  }

  /** A result of another state is removed: it and its successor may not fit into memory together. */
  #current(key: string, stamp: string | null): Kept<T> | null {
    const kept = this.#kept.get(key)
    if (kept !== undefined && stamp !== null && kept.stamp === stamp) return kept
    this.#kept.delete(key)
    return null
  }

  #keep(key: string, stamp: string | null, value: T): T {
    if (stamp === null) return value
    const kept = { stamp, value }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    const oldest = this.#kept.keys().next()
    if (this.#kept.size > this.#size && oldest.done !== true) this.#kept.delete(oldest.value)
    if (value instanceof Promise)
      value.catch(() => {
        if (this.#kept.get(key) === kept) this.#kept.delete(key)
      })
    return value
  }
}
