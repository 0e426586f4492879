import type { PageSession } from './page-session.ts'

interface ServerEvent {
  readonly topic: string
  readonly payload: unknown
}

/**
 * Reads a response of server-sent events until it ends. EventSource cannot send the `Authorization` header, so the
 * stream is read here; the host sends each event as one `data:` line of JSON and an empty line.
 */
async function* readServerEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = block.startsWith('data: ') ? parseEvent(block.slice(6)) : undefined
      if (event) yield event
    }
  }
}

function parseEvent(data: string): ServerEvent | undefined {
  let message: unknown
  try {
    message = JSON.parse(data)
  } catch {
    return undefined // Not sent by our host.
  }
  if (typeof message !== 'object' || message === null || !('topic' in message)) return undefined
  if (typeof message.topic !== 'string') return undefined
  return { topic: message.topic, payload: 'payload' in message ? message.payload : undefined }
}

const retryMs = 2000
const lockName = 'tidemark-events'

/**
 * Whether the host behind this window responds. `lost`: the host does not respond. `refused`: the host does not accept the
 * token of the page.
 */
export type Reach = 'connected' | 'lost' | 'refused'

type Message =
  | { readonly type: 'event'; readonly event: ServerEvent }
  | { readonly type: 'wanted' }
  /** `isNew`: the stream was just opened, and earlier events may be lost. */
  | { readonly type: 'reach'; readonly reach: Reach; readonly isNew: boolean }

/**
 * The events of the host by topic, over one stream for all tabs of a browser. Browsers open only six connections to a host,
 * so with one stream per tab the sixth tab would block, and with it all requests of the others. The tab that holds a Web
 * Lock reads the stream and forwards each event over a BroadcastChannel; when it closes or crashes, the browser gives the
 * lock to another tab. A hidden tab stops listening and refreshes when it is visible again, unless the user allowed
 * notifications, which are needed when no tab is visible. If events may have been lost, everything counts as changed.
 */
export class EventStream {
  readonly #session: Pick<PageSession, 'fetch'>
  readonly #onReach: (reach: Reach) => void
  readonly #channel = new BroadcastChannel(lockName)
  readonly #listeners = new Map<string, Set<(payload: unknown) => void>>()
  /** Aborted when this tab stops listening; `undefined` while it does not listen. */
  #listening: AbortController | undefined
  /** The state of this tab's stream; `undefined` while another tab reads it. */
  #ownReach: Reach | undefined
  /** Whether this tab has received events from another tab. */
  #hasFollowed = false
  #hasMissedEvents = false

  constructor(session: Pick<PageSession, 'fetch'>, onReach: (reach: Reach) => void) {
    this.#session = session
    this.#onReach = onReach
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#receive(data))
    document.addEventListener('visibilitychange', () => this.#update())
    this.#update()
  }

  subscribe(topic: string, listener: (payload: unknown) => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  #update(): void {
    const shouldListen = document.visibilityState === 'visible' || isNotifying()
    if (shouldListen === (this.#listening !== undefined)) return
    if (!shouldListen) {
      this.#listening?.abort()
      this.#listening = undefined
      this.#hasMissedEvents = true
      return
    }
    const { signal } = (this.#listening = new AbortController())
    this.#post({ type: 'wanted' })
    // Rejects when this tab stops listening while another tab has the lock.
    navigator.locks.request(lockName, { signal }, () => this.#lead(signal)).catch(() => undefined)
  }

  /** Reads the stream for all tabs until this tab stops listening. */
  async #lead(signal: AbortSignal): Promise<void> {
    this.#hasMissedEvents ||= this.#hasFollowed
    const isOver = (): boolean => signal.aborted
    while (!isOver()) {
      const reach = await this.#read(signal)
      if (isOver()) break
      this.#hasMissedEvents = true
      this.#report(reach)
      await wait(retryMs, signal)
    }
    this.#ownReach = undefined
  }

  /** Forwards events until the stream ends; returns the final state. */
  async #read(signal: AbortSignal): Promise<Reach> {
    try {
      const response = await this.#session.fetch('/api/events', { signal })
      if (response.status === 401 || response.status === 403) return 'refused'
      if (!response.ok || response.body === null) return 'lost'
      this.#report('connected')
      for await (const event of readServerEvents(response.body)) {
        this.#post({ type: 'event', event })
        this.#emit(event)
      }
    } catch {
      // The host stopped, or this tab stopped listening.
    }
    return 'lost'
  }

  #report(reach: Reach): void {
    this.#ownReach = reach
    this.#post({ type: 'reach', reach, isNew: true })
    this.#accept(reach)
  }

  #accept(reach: Reach): void {
    this.#onReach(reach)
    if (reach !== 'connected' || !this.#hasMissedEvents) return
    this.#hasMissedEvents = false
    this.#emit({ topic: 'profile.changed', payload: undefined })
  }

  #receive(message: Message): void {
    if (message.type === 'wanted') {
      if (this.#ownReach !== undefined) this.#post({ type: 'reach', reach: this.#ownReach, isNew: false })
    } else if (this.#listening !== undefined) {
      this.#hasFollowed = true
      if (message.type === 'event') return this.#emit(message.event)
      this.#hasMissedEvents ||= message.isNew
      this.#accept(message.reach)
    }
  }

  #emit({ topic, payload }: ServerEvent): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(payload)
  }

  #post(message: Message): void {
    this.#channel.postMessage(message)
  }
}

const isNotifying = (): boolean => 'Notification' in globalThis && Notification.permission === 'granted'

const wait = (delayMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
