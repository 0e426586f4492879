import { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { vi } from 'vitest'

/** jsdom has no streams. */
const WebStream = NodeReadableStream as unknown as typeof ReadableStream

type Release = () => void

/** The Web Locks of a browser: a holder keeps the lock until its promise settles, then the next in the queue gets it. */
class FakeLocks {
  #queue: Release[] = []
  #isHeld = false

  async request(_name: string, { signal }: { signal: AbortSignal }, run: () => Promise<void>): Promise<void> {
    if (this.#isHeld)
      await new Promise<void>((resolve, reject) => {
        this.#queue.push(resolve)
        signal.addEventListener('abort', () => {
          if (!this.#queue.includes(resolve)) return
          this.#queue = this.#queue.filter((entry) => entry !== resolve)
          reject(new DOMException('aborted', 'AbortError'))
        })
      })
    this.#isHeld = true
    await run()
    this.#isHeld = false
    this.#queue.shift()?.()
  }
}

/** A stream of events that the test opens, writes to and breaks. */
export class FakeStream {
  readonly isAborted: () => boolean
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  readonly #resolve: (response: Response) => void
  readonly #reject: (cause: unknown) => void

  constructor(signal: AbortSignal, resolve: (response: Response) => void, reject: (cause: unknown) => void) {
    this.isAborted = () => signal.aborted
    this.#resolve = resolve
    this.#reject = reject
    signal.addEventListener('abort', () => this.fail())
  }

  open(): void {
    this.#resolve(
      new Response(new WebStream<Uint8Array>({ start: (controller) => void (this.#controller = controller) })),
    )
  }

  refuse(): void {
    this.#resolve(new Response('no', { status: 401 }))
  }

  write(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text))
  }

  fail(): void {
    this.#reject(new TypeError('Failed to fetch'))
    this.#controller?.error(new TypeError('network error'))
  }
}

/** Simulates several tabs of one browser, which share channels and locks. The test sets the visibility of each tab. */
export function stubBrowser() {
  const channels = new Set<FakeChannel>()
  class FakeChannel extends EventTarget {
    readonly name: string
    constructor(name: string) {
      super()
      this.name = name
      channels.add(this)
    }
    postMessage(data: unknown): void {
      const receivers = [...channels].filter((channel) => channel !== this && channel.name === this.name)
      for (const channel of receivers)
        queueMicrotask(() => channel.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) })))
    }
  }
  const streams: FakeStream[] = []
  let visibility: DocumentVisibilityState = 'visible'
  let addedListeners: (() => void)[] = []
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  vi.stubGlobal('navigator', { locks: new FakeLocks() })
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  vi.spyOn(document, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    if (type === 'visibilitychange') addedListeners.push(listener as () => void)
  })
  return {
    /** The streams that no page has closed, newest last. */
    openStreams: () => streams.filter((stream) => !stream.isAborted()),
    openEvents: (signal: AbortSignal): Promise<Response> =>
      new Promise((resolve, reject) => streams.push(new FakeStream(signal, resolve, reject))),
    /** Opens a visible tab. */
    openTab<T>(load: () => T) {
      addedListeners = []
      visibility = 'visible'
      const page = load()
      const onVisibilityChange = addedListeners
      return {
        page,
        setVisibility(next: DocumentVisibilityState) {
          visibility = next
          for (const listener of onVisibilityChange) listener()
        },
      }
    },
  }
}
