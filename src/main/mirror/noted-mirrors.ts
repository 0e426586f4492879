import { join } from 'node:path'
import { noteLine, readNotedLines } from '../disk/noted-lines.ts'

/** Databases hold rows of a profile when its data is deleted here: they are named then. */
const notePath = (directory: string): string => join(directory, 'mirrors.log')

/**
 * Notes that a run is about to send rows of the profile in this directory. `to` is a connection text without a password. A folder
 * that cannot be written now is noted by the next run.
 */
export function noteMirror(directory: string, to: string): void {
  if (readNotedMirrors(directory).includes(to)) return
  try {
    noteLine(notePath(directory), to)
  } catch {
    // A full or read-only disk is no reason to send nothing.
  }
}

/** The databases into which the profile in this directory was copied. */
export const readNotedMirrors = (directory: string): string[] => readNotedLines(notePath(directory))
