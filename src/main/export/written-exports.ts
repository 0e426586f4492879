import { join } from 'node:path'
import { noteLine, readNotedLines } from '../disk/noted-lines.ts'

/** The folder of exports is shared by all profiles: each notes beside its data which files are its own. */
const notePath = (directory: string): string => join(directory, 'exports.log')

/** Notes that this file was exported from the profile in this directory. Throws the error of the file system. */
export const noteExport = (directory: string, path: string): void => noteLine(notePath(directory), path)

/** The files that were exported from the profile in this directory. What cannot be read is left out. */
export const readNotedExports = (directory: string): string[] => readNotedLines(notePath(directory))
