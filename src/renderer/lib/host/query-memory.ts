import { untrack } from 'svelte'
import { minuteMs } from '#shared/durations.ts'

/** More than the queries of all screens for a few accounts. */
const maxValues = 150
/** An older value would be far from the one that follows it. */
const maxAgeMs = 10 * minuteMs

interface Remembered {
  readonly value: unknown
  /** By `performance.now()`. */
  readonly at: number
}

/** By the client of the window, so that windows and tests share nothing. */
const windows = new WeakMap<object, Map<string, Remembered>>()

/**
 * The last values of the queries with one name, by their keys. The next query with this name begins with them. `variant` is
 * what a value also depends on.
 */
export class QueryMemory<T> {
  readonly #name: string
  readonly #variant: (() => string) | undefined
  /** The same to the end of the query, so that a late answer of another profile is not kept. */
  readonly #values: Map<string, Remembered>

  constructor(client: object, name: string, variant?: () => string) {
    this.#name = name
    this.#variant = variant
    this.#values = windows.get(client) ?? new Map<string, Remembered>()
    windows.set(client, this.#values)
  }

  /** Where the value of a read that begins now is stored. */
  placeOf(key?: unknown): string {
    return JSON.stringify([this.#name, key, untrack(() => this.#variant?.())])
  }

  /** The last value of this key; `undefined` if there is none, or only an old one. */
  recall(key?: unknown): T | undefined {
    const known = this.#values.get(this.placeOf(key))
    const isOld = known === undefined || performance.now() - known.at > maxAgeMs
    // A name belongs to one type of value.
    return isOld ? undefined : (known.value as T)
  }

  /** Stores a value as the newest; the oldest values are removed. */
  remember(place: string, value: T): void {
    this.#values.delete(place)
    this.#values.set(place, { value, at: performance.now() })
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= maxValues) break
      this.#values.delete(oldest)
    }
  }
}

/** Forgets all values of a window: the app was locked, or shows another profile or language. */
export const forgetValues = (client: object): boolean => windows.delete(client)
