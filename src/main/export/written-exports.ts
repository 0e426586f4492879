import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { privateFile } from '../disk/private-file.ts'

/** The list of a profile's exports, beside its data. It is needed because all profiles share one export folder. */
const notePath = (directory: string): string => join(directory, 'exports.log')

const Path = z.string().min(1)

/** Records that this file was exported from the profile in this directory. Throws the error of the file system. */
export function noteExport(directory: string, path: string): void {
  appendFileSync(notePath(directory), `${JSON.stringify(path)}\n`, { mode: privateFile })
}

/** The files that were exported from the profile in this directory. Lines that cannot be read are skipped. */
export function readNotedExports(directory: string): string[] {
  let lines: string[]
  try {
    lines = readFileSync(notePath(directory), 'utf8').split('\n')
  } catch {
    return []
  }
  return lines.flatMap((line) => {
    try {
      return [Path.parse(JSON.parse(line))]
    } catch {
      return [] // empty, or an incomplete line after a power failure
    }
  })
}
