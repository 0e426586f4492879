import { events, type Payload, type Topic } from '../../shared/contract.ts'

type Listener = (topic: Topic, payload: unknown) => void

/** Tells every window what changed. Each host adds one listener; payloads are cut to the contract. */
export class EventBus {
  readonly #listeners = new Set<Listener>()

  publish<T extends Topic>(topic: T, ...[payload]: Payload<T> extends void ? [] : [Payload<T>]): void {
    const checked = events[topic].parse(payload)
    for (const listener of this.#listeners) listener(topic, checked)
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
