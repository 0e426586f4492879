import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRendererFile } from '#main/host/static-files.ts'

const directory = mkdtempSync(join(tmpdir(), 'tidemark-static-'))
const root = join(directory, 'renderer')
mkdirSync(root)
mkdirSync(`${root}-other`)
writeFileSync(join(root, 'app.js'), 'inside')
writeFileSync(join(directory, 'outside.js'), 'outside')
writeFileSync(join(`${root}-other`, 'app.js'), 'outside')
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('a file below the root is read with its type', async () => {
  const file = await readRendererFile(root, '/app.js')
  expect({ ...file, body: file?.body.toString() }).toEqual({ body: 'inside', type: 'text/javascript; charset=utf-8' })
})

test.each([
  '/../outside.js',
  '../outside.js',
  '/x/../../outside.js',
  '/../renderer-other/app.js',
  '/app.js\0.js',
  '/',
  '',
  '/none.js',
])('a path outside the root or without a file is not read: %j', async (path) => {
  expect(await readRendererFile(root, path)).toBeNull()
})
