import { appendFileSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { privateFile } from './private-file.ts'

const Text = z.string().min(1)

/** Adds a text to a file with one text in each line. Throws the error of the file system. */
export const noteLine = (path: string, text: string): void =>
  appendFileSync(path, `${JSON.stringify(text)}\n`, { mode: privateFile })

/** The texts that were noted. What cannot be read is left out. */
export function readNotedLines(path: string): string[] {
  let lines: string[]
  try {
    lines = readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
  return lines.flatMap((line) => {
    try {
      return [Text.parse(JSON.parse(line))]
    } catch {
      return [] // empty, or half a line after a power cut
    }
  })
}
