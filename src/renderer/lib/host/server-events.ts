export interface ServerEvent {
  readonly topic: string
  readonly payload: unknown
}

/**
 * Reads a response of server-sent events until it ends. EventSource cannot send the `Authorization` header, so the
 * stream is read here; the host sends each event as one `data:` line of JSON and an empty line.
 */
export async function* readServerEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
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
