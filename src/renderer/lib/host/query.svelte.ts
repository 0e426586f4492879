import { untrack } from 'svelte'
import { createSubscriber } from 'svelte/reactivity'
import type { Client } from '../../shared/client.ts'
import type { Topic } from '../../shared/contract.ts'
import type { AppError } from '../../shared/errors.ts'
import { asAppError } from './failure.ts'

/** A chatty topic is read at most this often, if nothing else is said; the last word is always read. */
const defaultCoalesceMs = 250
/** How long figures of another key may stand while the new ones are on their way: no flicker, and no lie either. */
const graceMs = 200

/** A read that refreshes itself on its topics for as long as something on screen reads it. Old data stands meanwhile. */
export class Query<T> {
  #value = $state.raw<T>()
  #error = $state.raw<AppError>()
  #loading = $state(false)
  readonly #read: () => Promise<T>
  readonly #coalesceMs: number
  readonly #subscribe: () => void
  /** Counts reads: the answer of turn n is dropped once a later turn was accepted, or the key changed after it. */
  #turn = 0
  #accepted = 0
  #isBusy = false
  #isDirty = false
  #startedAt = -Infinity
  #pending: ReturnType<typeof setTimeout> | undefined
  #grace: ReturnType<typeof setTimeout> | undefined
  #key: unknown

  constructor(
    client: Pick<Client, 'on'>,
    topics: Topic | readonly Topic[],
    read: () => Promise<T>,
    options: { readonly key?: () => unknown; readonly coalesceMs?: number } = {},
  ) {
    this.#read = read
    this.#coalesceMs = options.coalesceMs ?? defaultCoalesceMs
    const heard = new Set<Topic>(typeof topics === 'string' ? [topics] : topics)
    heard.delete('profile.changed')
    this.#subscribe = createSubscriber(() => {
      const stops = [...heard].map((topic) => client.on(topic, () => this.#soon()))
      stops.push(client.on('profile.changed', () => this.#restart()))
      stops.push(
        $effect.root(() => {
          $effect(() => {
            const key = options.key?.()
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

  /** The newest answer; `undefined` until there is one for this key. */
  get current(): T | undefined {
    this.#subscribe()
    return this.#value
  }

  /** Why the last read failed; gone with the next that succeeds. */
  get error(): AppError | undefined {
    this.#subscribe()
    return this.#error
  }

  get loading(): boolean {
    this.#subscribe()
    return this.#loading
  }

  /** Takes a value known to be newer than any read under way: what a write answered. */
  accept(value: T): void {
    this.#settle(++this.#turn)
    this.#value = value
    this.#error = undefined
    this.#isBusy = false
    this.#loading = false
  }

  async refresh(): Promise<void> {
    const turn = ++this.#turn
    this.#startedAt = performance.now()
    this.#isBusy = true
    this.#isDirty = false
    this.#loading = true
    try {
      const value = await this.#read()
      if (turn <= this.#accepted) return
      this.#settle(turn)
      this.#value = value
      this.#error = undefined
    } catch (cause) {
      if (turn <= this.#accepted) return
      if (this.#grace !== undefined) this.#value = undefined
      this.#settle(turn)
      this.#error = asAppError(cause)
    } finally {
      if (turn === this.#turn) this.#finish()
    }
  }

  #finish(): void {
    this.#isBusy = false
    this.#loading = false
    if (this.#isDirty) this.#soon()
  }

  #settle(turn: number): void {
    this.#accepted = turn
    clearTimeout(this.#grace)
    this.#grace = undefined
  }

  /** A topic spoke: read now, or when the read under way is done, or when the last one is long enough ago. */
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

  /** Another key, or another profile: what is shown belongs to something else, and so does any answer under way. */
  #restart(key = this.#key): void {
    this.#key = key
    this.#settle(this.#turn)
    this.#grace = setTimeout(() => {
      this.#grace = undefined
      this.#value = undefined
    }, graceMs)
    void this.refresh()
  }
}
