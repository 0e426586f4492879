import { untrack } from 'svelte'
import { createSubscriber } from 'svelte/reactivity'
import type { Client } from '#shared/client.ts'
import type { Topic } from '#shared/contract/contract.ts'
import type { AppError } from '#shared/errors.ts'
import { asAppError } from './failure.ts'
import { QueryMemory } from './query-memory.ts'

/** The minimum time between two reads caused by topics. The last change is always read. */
const defaultCoalesceMs = 250
/**
 * How long the value of the previous key stays on screen while the new one is read. This avoids flicker without showing
 * wrong data.
 */
const graceMs = 200

export interface QueryOptions {
  /** The value belongs to this key. When it changes, the value is read again. */
  readonly key?: () => unknown
  readonly coalesceMs?: number
  /**
   * The window remembers the value under this name and its key. A screen that is opened again shows it while it is read; all
   * figures have their own age. The name is unique, and the key must not depend on what is created later.
   */
  readonly name?: string
  /** What the value also depends on, if a change of it keeps the old value on screen. */
  readonly variant?: () => string
}

/** A read that repeats on its topics while something on screen uses it. The old value stays until the new one arrives. */
export class Query<T> {
  #value = $state.raw<T>()
  #error = $state.raw<AppError>()
  #loading = $state(false)
  readonly #read: () => Promise<T>
  readonly #coalesceMs: number
  readonly #subscribe: () => void
  /** Numbers the reads. A response is dropped if a later read was accepted, or if the key changed since. */
  #sequence = 0
  #accepted = 0
  #isBusy = false
  #isDirty = false
  #startedAt = -Infinity
  #pending: ReturnType<typeof setTimeout> | undefined
  #grace: ReturnType<typeof setTimeout> | undefined
  #key: unknown
  readonly #keyNow: (() => unknown) | undefined
  /** The key of the value or error on screen. */
  #answeredKey = $state.raw<unknown>()
  readonly #memory: QueryMemory<T> | undefined

  constructor(
    client: Pick<Client, 'on'>,
    topics: Topic | readonly Topic[],
    read: () => Promise<T>,
    { key: keyNow, coalesceMs = defaultCoalesceMs, name, variant }: QueryOptions = {},
  ) {
    this.#read = read
    this.#keyNow = keyNow
    this.#coalesceMs = coalesceMs
    if (name !== undefined) {
      this.#memory = new QueryMemory(client, name, variant)
      this.#key = untrack(() => keyNow?.())
      this.#value = this.#memory.recall(this.#key)
      this.#answeredKey = this.#key
    }
    // The topic of the profile also follows lost events. Another profile builds the screens again, with queries of their own.
    const followed = new Set<Topic>(['profile.changed', ...(typeof topics === 'string' ? [topics] : topics)])
    this.#subscribe = createSubscriber(() => {
      const stops = [...followed].map((topic) => client.on(topic, () => this.#soon()))
      stops.push(
        $effect.root(() => {
          $effect(() => {
            const key = keyNow?.()
            untrack(() => (Object.is(key, this.#key) ? void this.refresh() : this.#restart(key)))
          })
        }),
      )
      return () => {
        for (const stop of stops) stop()
        clearTimeout(this.#pending)
        this.#pending = undefined
        this.#isDirty = false
      }
    })
  }

  /** The latest value; `undefined` until there is one for this key. */
  get current(): T | undefined {
    this.#subscribe()
    return this.#value
  }

  /** Whether the first read has succeeded or failed. */
  get isAnswered(): boolean {
    return this.current !== undefined || this.error !== undefined
  }

  /** Whether the value or error belongs to the present key, and not to the previous one while the new value is read. */
  get isCurrent(): boolean {
    this.#subscribe()
    return Object.is(this.#answeredKey, this.#keyNow?.())
  }

  /** Why the last read failed; cleared by the next success. */
  get error(): AppError | undefined {
    this.#subscribe()
    return this.#error
  }

  get loading(): boolean {
    this.#subscribe()
    return this.#loading
  }

  /** Sets a value that is newer than any read in progress, for example the result of a write. */
  accept(value: T): void {
    this.#settle(++this.#sequence, this.#key)
    this.#show(value, this.#memory?.placeOf(this.#key))
    this.#isBusy = false
    this.#loading = false
  }

  async refresh(): Promise<void> {
    const sequence = ++this.#sequence
    const key = this.#key
    const place = this.#memory?.placeOf(key)
    this.#startedAt = performance.now()
    this.#isBusy = true
    this.#isDirty = false
    this.#loading = true
    try {
      const value = await this.#read()
      if (sequence <= this.#accepted) return
      this.#settle(sequence, key)
      this.#show(value, place)
    } catch (cause) {
      if (sequence <= this.#accepted) return
      if (this.#grace !== undefined) this.#value = undefined
      this.#settle(sequence, key)
      this.#error = asAppError(cause)
    } finally {
      if (sequence === this.#sequence) this.#finish()
    }
  }

  #show(value: T, place: string | undefined): void {
    this.#value = value
    this.#error = undefined
    if (place !== undefined) this.#memory?.remember(place, value)
  }

  #finish(): void {
    this.#isBusy = false
    this.#loading = false
    if (this.#isDirty) this.#soon()
  }

  /** `key`: that of the answer that is shown from now on. */
  #settle(sequence: number, key: unknown): void {
    this.#accepted = sequence
    this.#answeredKey = key
    clearTimeout(this.#grace)
    this.#grace = undefined
  }

  /** Called on a topic: reads now, after the read in progress, or when the minimum time has passed. */
  #soon(): void {
    if (this.#isBusy) {
      this.#isDirty = true
      return
    }
    if (this.#pending !== undefined) return
    const waitMs = Math.max(0, this.#startedAt + this.#coalesceMs - performance.now())
    this.#pending = setTimeout(() => {
      this.#pending = undefined
      if (this.#isBusy) this.#isDirty = true
      else void this.refresh()
    }, waitMs)
  }

  /** Called when the key changes: the shown value and any read in progress belong to the old one. */
  #restart(key: unknown): void {
    this.#key = key
    const known = this.#memory?.recall(key)
    this.#settle(this.#sequence, known === undefined ? this.#answeredKey : key)
    if (known === undefined)
      this.#grace = setTimeout(() => {
        this.#grace = undefined
        this.#value = undefined
      }, graceMs)
    else {
      this.#value = known
      this.#error = undefined
    }
    void this.refresh()
  }
}
