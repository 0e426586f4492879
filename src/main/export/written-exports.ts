import { join } from 'node:path'
import { noteLine, readNotedLines } from '../disk/noted-lines.ts'
import { remarksPath } from './remarks.ts'

/** The list of a profile's exports, beside its data. It is needed because all profiles share one export folder. */
const notePath = (directory: string): string => join(directory, 'exports.log')

/** Records that this file was exported from the profile in this directory. Throws the error of the file system. */
export const noteExport = (directory: string, path: string): void => noteLine(notePath(directory), path)

/** The files that were exported from the profile in this directory, and those beside them. Lines that cannot be read are skipped. */
export const readNotedExports = (directory: string): string[] =>
  readNotedLines(notePath(directory)).flatMap((path) => [path, remarksPath(path)])
