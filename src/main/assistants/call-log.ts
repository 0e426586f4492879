import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AssistantCall } from '#shared/model/app/assistant.ts'
import { privateFile } from '../disk/private-file.ts'

/** The log of assistant requests: a file beside the profile, because the process that answers never writes the journal. */
export const callLogPath = (directory: string): string => join(directory, 'assistants.log')

const olderPath = (directory: string): string => join(directory, 'assistants.1.log')

/** At this size the file is renamed to become the older one, which it replaces. */
export const maxCallLogBytes = 256_000

/**
 * Adds a call as one JSON line in one write, because several processes may add at once. Throws the error of the file system; the
 * caller then must not answer the call.
 */
export function appendCall(directory: string, call: AssistantCall): void {
  const path = callLogPath(directory)
  const line = `${JSON.stringify(call)}\n`
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (bytes + Buffer.byteLength(line) > maxCallLogBytes && bytes > 0) renameSync(path, olderPath(directory))
  appendFileSync(path, line, { mode: privateFile })
}

/** The latest calls, newest first. Skips lines that cannot be parsed. Throws the error of the file system. */
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
    return [] // empty, or half a line after a power failure
  }
}
