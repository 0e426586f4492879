import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The hash of each file in a directory, by path. */
export function hashFiles(directory: string): ReadonlyMap<string, string> {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((path) => join(directory, path))
  return new Map(
    paths
      .filter((path) => statSync(path).isFile())
      .sort()
      .map((path) => [relative(directory, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )
}
