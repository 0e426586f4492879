import { finished } from 'node:stream/promises'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { OpenReadingOptions } from '../../profile/reading/open-reading.ts'
import { createServer } from './server/create-server.ts'
import { AssistantCalls } from './server/assistant-calls.ts'

/** Answers an assistant over standard input and output until it closes the connection. */
export async function serveAssistant(options: OpenReadingOptions): Promise<void> {
  const calls = new AssistantCalls(options)
  const { clock, version, logFault } = options
  const serving = serveStdio(() => createServer({ calls, clock, version }), {
    onerror: (error) => logFault('the connection to an assistant', error),
  })
  try {
    await finished(process.stdin, { writable: false })
  } catch (error) {
    logFault('the connection to an assistant', error)
  }
  await serving.close()
}
