import { events, type Payload, type Topic } from '../../shared/contract/contract.ts'
import type { DataTrouble, DismissibleTrouble } from '../../shared/model/app/data.ts'

type Listener = (topic: Topic, payload: unknown) => void

/** Publishes what changed. Payloads are cut to the contract. */
export class EventBus {
  readonly #listeners = new Set<Listener>()
  readonly #parent: EventBus | null

  /**
   * The host's bus has no parent; each window listens to it. A profile has a bus of its own, whose events reach the host's
   * listeners too: while one profile replaces another, neither hears the events of the other.
   */
  constructor(parent: EventBus | null = null) {
    this.#parent = parent
  }

  /** Throws for a payload that breaks the contract; then no listener is called. */
  publish<T extends Topic>(topic: T, ...[payload]: Payload<T> extends void ? [] : [Payload<T>]): void {
    this.#deliver(topic, events[topic].parse(payload))
  }

  /** The returned function ends the subscription. */
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
type KeptNotice = Omit<Notice, 'message'> & { readonly message: () => string }

/** What happened to the files of data in this run of the app, until the user dismisses it. The newest of each kind. */
export class DataNotices {
  readonly #onChange: () => void
  #notices: readonly KeptNotice[] = []

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  list(): readonly Notice[] {
    return this.#notices.map(({ kind, message, at }) => ({ kind, message: message(), at }))
  }

  /** `message` is read in the language of the moment; `at` in UTC ms. */
  add(kind: DismissibleTrouble, message: () => string, at: number): void {
    this.#notices = [...this.#notices.filter((notice) => notice.kind !== kind), { kind, message, at }]
    this.#onChange()
  }

  dismiss(kind: DismissibleTrouble): void {
    this.#notices = this.#notices.filter((notice) => notice.kind !== kind)
    this.#onChange()
  }
}
