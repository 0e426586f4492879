import type { ServerResponse } from 'node:http'

/** The responses with data that are not sent completely. */
export class Sending {
  readonly #responses = new Set<ServerResponse>()

  add(response: ServerResponse): void {
    this.#responses.add(response)
    response.once('close', () => this.#responses.delete(response))
  }

  /**
   * The app was locked: ends what the browser has not received. A response without headers stays, because the lock decides what
   * it contains, and an event stream without unsent events, because it announces the lock.
   */
  cut(): void {
    for (const response of this.#responses)
      if (response.headersSent && (!isEventStream(response) || response.writableLength > 0)) response.destroy()
  }
}

const isEventStream = (response: ServerResponse): boolean => response.getHeader('content-type') === 'text/event-stream'
