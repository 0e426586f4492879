import { statSync } from 'node:fs'
import { readDescriptor } from './descriptor.ts'
import { convertedEnding, listCopies, listParts, sealedEnding } from './parts.ts'

/**
 * The share of the databases, by bytes, of which a conversion has written copies: 0 to 1, 1 also while the copies replace the files;
 * `null` when none is under way. Checking a copy is not counted, so that it stands still for a while at the end of each file.
 * Throws as `readDescriptor`.
 */
export function conversionProgress(directory: string): number | null {
  const { change } = readDescriptor(directory)
  if (change === null) return null
  if (change.stage === 'replacing') return 1
  const copied = new Map(listCopies(directory).map((copy) => [originalOf(copy), sizeOf(copy)]))
  const parts = listParts(directory)
    .filter(({ how }) => how !== 'remove')
    .map(({ path }) => ({ bytes: sizeOf(path), copied: copied.get(originalOf(path)) }))
  // They are copied in this order: whatever is before the last copy is complete, also where its copy is smaller.
  const last = parts.findLastIndex((part) => part.copied !== undefined)
  const done = parts
    .slice(0, last + 1)
    .map((part, index) => Math.min(index < last ? Infinity : (part.copied ?? 0), part.bytes))
  const total = sum(parts.map(({ bytes }) => bytes))
  return total === 0 ? 1 : sum(done) / total
}

/** A plain file, a sealed one and their copies share this name. */
const originalOf = (path: string): string =>
  [convertedEnding, sealedEnding].reduce(
    (name, ending) => (name.endsWith(ending) ? name.slice(0, -ending.length) : name),
    path,
  )

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
