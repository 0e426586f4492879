import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { node, run } from '../../../scripts/child.mjs'
import { makeDataDir, removeDataDir } from '../rig/web-host.ts'

test('the pictures of a screen are taken by one command, at the fixed instant', async () => {
  const folder = await makeDataDir()
  const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'screens', 'take.ts')
  const options = ['--only', 'day', '--states', 'waiting', '--out', folder]
  const { ok, output } = await run(node, [script, ...options])
  expect({ ok, output }).toMatchObject({ ok: true })
  expect(await readdir(join(folder, 'waiting'))).toEqual(['day.jpeg'])
  expect((await stat(join(folder, 'waiting', 'day.jpeg'))).size).toBeGreaterThan(5_000)
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('src="waiting/day.jpeg"')
  await removeDataDir(folder)
})
