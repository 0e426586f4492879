import { once } from 'node:events'
import type { WriteStream } from 'node:tty'

type Stream = Pick<WriteStream, 'write' | 'on' | 'once' | 'off'> & NodeJS.EventEmitter

/** Writes to a stream and waits while it is full. `onClosed`: whoever read it has enough, as `head` does. */
export function writerTo(stream: Stream, onClosed: () => void): (text: string) => Promise<void> {
  stream.on('error', (error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') onClosed()
    else throw error
  })
  return async (text) => {
    if (!stream.write(text)) await once(stream, 'drain')
  }
}
