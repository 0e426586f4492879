const maxFrames = 8
const maxFrameLength = 300
/** Codes of Node, the file system and SQLite, which name the cause. Other codes could be any text. */
const knownCode = /^(?:E[A-Z0-9]{2,15}|ERR_[A-Z0-9_]{1,60}|SQLITE_[A-Z_]{1,40})$/

/** An internal error as text for the log: its place, class, known code and stack frames. Never its message, which may contain a secret. */
export function describeFault(where: string, error: unknown): string {
  if (!(error instanceof Error)) return `fault in ${where}: ${typeof error}`
  const code = 'code' in error && typeof error.code === 'string' && knownCode.test(error.code) ? ` ${error.code}` : ''
  const frames = framesOf(error).map((frame) => frame.slice(0, maxFrameLength))
  const name = /^\w{1,60}$/.test(error.name) ? error.name : 'Error'
  return [`fault in ${where}: ${name}${code}`, ...frames.slice(0, maxFrames)].join('\n')
}

/** The frames after the message in the stack: lines of the message itself may look like frames. */
function framesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message)
  if (start < 0) return []
  const lines = stack.slice(start + message.length).split('\n')
  return lines.filter((line) => /^\s+at /.test(line))
}
