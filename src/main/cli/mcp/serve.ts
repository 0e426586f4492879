import { finished } from 'node:stream/promises'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { OpenReadingOptions } from '../../profile/reading/open-reading.ts'
import { AssistantCalls } from './server/assistant-calls.ts'
import { createServer } from './server/create-server.ts'

/** The longest line that is read. Real requests have some hundred bytes. */
const maxLineBytes = 256 * 1024

/** Answers an assistant over standard input and output until it closes the connection, or sends a line without an end. */
export async function serveAssistant(options: OpenReadingOptions): Promise<void> {
  const calls = new AssistantCalls(options)
  const { clock, version, logFault } = options
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: maxLineBytes })
  const serving = serveStdio(() => createServer({ calls, clock, version }), {
    transport,
    onerror: (error) => logFault('the connection to an assistant', error),
  })
  // The transport closes itself after a line that is too long, and would leave the input open.
  const { onclose } = transport
  transport.onclose = () => {
    onclose?.()
    process.stdin.destroy()
  }
  try {
    await finished(process.stdin, { writable: false })
  } catch (error) {
    logFault('the connection to an assistant', error)
  }
  await serving.close()
}
