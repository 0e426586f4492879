import type { ServerResponse } from 'node:http'
import type { EventBus } from '../ipc/events.ts'

const maxBufferedBytes = 1024 * 1024

/** Sends events as server-sent events until the page goes away. A page too slow to listen is cut off: it re-reads all when it comes back. */
export function openEventStream(response: ServerResponse, events: EventBus): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('retry: 1000\n\n')
  const stop = events.listen((topic, payload) => {
    response.write(`data: ${JSON.stringify({ topic, payload })}\n\n`)
    if (response.writableLength > maxBufferedBytes) response.destroy()
  })
  response.on('close', stop)
}
