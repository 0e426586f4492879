import { statSync } from 'node:fs'
import { readDescriptor } from './descriptor.ts'
import { convertedEnding, listCopies, listSealableFiles, sealedEnding } from './sealable-files.ts'

/**
 * The progress of a conversion, 0 to 1: the share of the databases, by bytes, that has been copied; 1 while the copies replace
 * the files; `null` when no conversion is running. Checking a copy is not counted, so the value is constant for a while at the
 * end of each file. Throws like `readDescriptor`.
 */
export function conversionProgress(directory: string): number | null {
  const { change } = readDescriptor(directory)
  if (change === null) return null
  if (change.stage === 'replacing') return 1
  const copied = new Map(listCopies(directory).map((copy) => [originalOf(copy), sizeOf(copy)]))
  const parts = listSealableFiles(directory)
    .filter(({ treatment }) => treatment !== 'remove')
    .map(({ path }) => ({ bytes: sizeOf(path), copied: copied.get(originalOf(path)) }))
  // Files are copied in this order: every file before the last copy is complete, even if its copy is smaller.
  const last = parts.findLastIndex((part) => part.copied !== undefined)
  const done = parts
    .slice(0, last + 1)
    .map((part, index) => Math.min(index < last ? Infinity : (part.copied ?? 0), part.bytes))
  const total = sum(parts.map(({ bytes }) => bytes))
  return total === 0 ? 1 : sum(done) / total
}

/** The path that a plain file, a sealed file and their copies have in common. */
const originalOf = (path: string): string =>
  [convertedEnding, sealedEnding].reduce(
    (name, ending) => (name.endsWith(ending) ? name.slice(0, -ending.length) : name),
    path,
  )

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
