import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const maxFiles = 20

test('a folder has at most 20 files, so that a reader sees all of it', () => {
  const paths = ['bench', 'scripts', 'src', 'test'].flatMap((top) =>
    readdirSync(top, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const folders = Map.groupBy(paths, (path) => dirname(path))
  const large = [...folders].filter(([, files]) => files.length > maxFiles).map(([folder]) => folder)
  // Examples of the service, one file a response.
  expect(large.filter((folder) => !folder.startsWith('test/main/broker/examples'))).toEqual([])
})
