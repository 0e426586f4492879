/** Notes a fault of ours: where it happened and of which class. Never its message: that may quote what must not be written down. */
export function logFault(where: string, error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error
  const frames =
    error instanceof Error
      ? framesOf(error)
          .split('\n')
          .filter((line) => /^\s+at /.test(line))
      : []
  process.stderr.write([`tidemark: fault in ${where}: ${name}`, ...frames.slice(0, 8), ''].join('\n'))
}

/** What follows the message in the stack: lines of the message may look like frames. */
function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message)
  return start < 0 ? '' : stack.slice(start + message.length)
}
