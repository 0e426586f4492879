/** Notes a fault of ours: where it happened and of which class. Never its message: that may quote what must not be written down. */
export function logFault(where: string, error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error
  const frames = error instanceof Error ? framesOf(error) : []
  process.stderr.write([`tidemark: fault in ${where}: ${name}`, ...frames.slice(0, 8), ''].join('\n'))
}

/** Only what follows the message in the stack: lines of the message may look like frames. */
function framesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message)
  if (start < 0) return []
  const lines = stack.slice(start + message.length).split('\n')
  return lines.filter((line) => /^\s+at /.test(line))
}
