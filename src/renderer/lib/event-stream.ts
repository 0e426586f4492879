const retryMs = 2000

/**
 * Server-sent events, shared out by topic. The browser tries again by itself after a lost connection; after a refusal
 * it does not, so we do. What was said in between is not known: everything is taken as changed.
 */
export class EventStream {
  readonly #url: string
  readonly #onOpen: (isOpen: boolean) => void
  readonly #listeners = new Map<string, Set<(payload: unknown) => void>>()
  #wasLost = false

  constructor(url: string, onOpen: (isOpen: boolean) => void) {
    this.#url = url
    this.#onOpen = onOpen
    this.#connect()
  }

  subscribe(topic: string, listener: (payload: unknown) => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  #connect(): void {
    const source = new EventSource(this.#url)
    source.addEventListener('open', () => {
      this.#onOpen(true)
      if (this.#wasLost) this.#emit('profile.changed', undefined)
      this.#wasLost = false
    })
    source.addEventListener('error', () => {
      this.#wasLost = true
      this.#onOpen(false)
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.#connect(), retryMs)
    })
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const message = readMessage(data)
      if (message) this.#emit(message.topic, message.payload)
    })
  }

  #emit(topic: string, payload: unknown): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(payload)
  }
}

function readMessage(data: string): { topic: string; payload: unknown } | undefined {
  let message: unknown
  try {
    message = JSON.parse(data)
  } catch {
    return undefined // Not of our host: nothing to tell anyone.
  }
  if (typeof message !== 'object' || message === null || !('topic' in message)) return undefined
  if (typeof message.topic !== 'string') return undefined
  return { topic: message.topic, payload: 'payload' in message ? message.payload : undefined }
}
