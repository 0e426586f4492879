import type { ServerResponse } from 'node:http'
import type { EventBus } from '../ipc/events.ts'

const maxBufferedBytes = 1024 * 1024

/** Sends events as server-sent events until the page disconnects. A page that reads too slowly is disconnected: it reloads its data when it reconnects. */
export function openEventStream(response: ServerResponse, events: EventBus): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  const stop = events.listen((topic, payload) => {
    response.write(`data: ${JSON.stringify({ topic, payload })}\n\n`)
    if (response.writableLength > maxBufferedBytes) response.destroy()
  })
  response.on('close', stop)
}
