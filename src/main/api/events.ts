import { events, type Payload, type Topic } from '#shared/contract/contract.ts'
import type { DataTrouble, DismissibleTrouble } from '#shared/model/app/data.ts'

type Listener = (topic: Topic, payload: unknown) => void

/** Publishes changes. Payloads are cut to the contract. */
export class EventBus {
  readonly #listeners = new Set<Listener>()
  readonly #parent: EventBus | null

  /**
   * The bus of the host has no parent, and each window listens to it. A profile has its own bus, whose events reach the
   * listeners of the host too. While one profile replaces another, neither receives the events of the other.
   */
  constructor(parent: EventBus | null = null) {
    this.#parent = parent
  }

  /** Throws for a payload that breaks the contract; then no listener is called. */
  publish<T extends Topic>(topic: T, ...[payload]: Payload<T> extends void ? [] : [Payload<T>]): void {
    this.#deliver(topic, events[topic].parse(payload))
  }

  /** Returns a function that ends the subscription. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #deliver(topic: Topic, payload: unknown): void {
    if (this.#parent !== null) this.#parent.#deliver(topic, payload)
    for (const listener of this.#listeners) listener(topic, payload)
  }
}

type Notice = DataTrouble & { readonly kind: DismissibleTrouble }
type StoredNotice = Omit<Notice, 'message'> & { readonly message: () => string }

/**
 * Messages about repairs of the databases in this run of the app, until the user dismisses them. Keeps the newest of each kind.
 */
export class DataNotices {
  readonly #onChange: () => void
  #notices: readonly StoredNotice[] = []

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  list(): readonly Notice[] {
    return this.#notices.map(({ kind, message, at }) => ({ kind, message: message(), at }))
  }

  /** `message` is read in the present language. `at` in UTC ms. */
  add(kind: DismissibleTrouble, message: () => string, at: number): void {
    this.#notices = [...this.#notices.filter((notice) => notice.kind !== kind), { kind, message, at }]
    this.#onChange()
  }

  dismiss(kind: DismissibleTrouble): void {
    this.#notices = this.#notices.filter((notice) => notice.kind !== kind)
    this.#onChange()
  }
}
