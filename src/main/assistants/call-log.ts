import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AssistantCall } from '../../shared/model/app/assistant.ts'
import { privateFile } from '../disk/private-file.ts'

/** What assistants asked, in a file of its own beside a profile: whoever answers them never writes the journal. */
export const callLogPath = (directory: string): string => join(directory, 'assistants.log')

const olderPath = (directory: string): string => join(directory, 'assistants.1.log')

/** At this size the file becomes the older one, and the older one before it is dropped. */
export const maxCallLogBytes = 256_000

/**
 * Adds a call, one JSON line in one write: several programs may add at once. Throws the error of the file system: a call that
 * is not in the log is not answered.
 */
export function appendCall(directory: string, call: AssistantCall): void {
  const path = callLogPath(directory)
  const line = `${JSON.stringify(call)}\n`
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (bytes + Buffer.byteLength(line) > maxCallLogBytes && bytes > 0) renameSync(path, olderPath(directory))
  appendFileSync(path, line, { mode: privateFile })
}

/** The latest calls, newest first. Lines that cannot be read are left out. Throws the error of the file system. */
export function readCalls(directory: string, limit: number): AssistantCall[] {
  const calls: AssistantCall[] = []
  for (const path of [callLogPath(directory), olderPath(directory)]) {
    if (calls.length >= limit || !existsSync(path)) continue
    const lines = readFileSync(path, 'utf8').split('\n').toReversed()
    calls.push(...lines.flatMap(parse))
  }
  return calls.slice(0, limit)
}

function parse(line: string): AssistantCall[] {
  try {
    const call = AssistantCall.safeParse(JSON.parse(line))
    return call.success ? [call.data] : []
  } catch {
    return [] // empty, or half a line after a power cut
  }
}
