import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceExecutable } from '#main/desktop/updates/replace-file.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { hashOf, makeRelease } from './release-rig.ts'

function install(name = 'Tidemark.AppImage') {
  const folder = makeTemporaryDirectory()
  const target = join(folder, name)
  writeFileSync(target, 'the old version', { mode: 0o755 })
  return { folder, target, read: () => readFileSync(target, 'utf8') }
}

test('the new version replaces the old one, and can be executed', async () => {
  const { folder, target, read } = install()
  await replaceExecutable(makeRelease().path, target, hashOf('the new version'))
  expect(read()).toBe('the new version')
  expect(statSync(target).mode & 0o777).toBe(0o755)
  expect(readdirSync(folder)).toEqual(['Tidemark.AppImage'])
})

test('a file that was changed after its download, or is missing, does not replace the old version', async () => {
  for (const source of [makeRelease({ content: 'something else' }).path, '/nowhere/new.AppImage']) {
    const { folder, target, read } = install()
    await expect(replaceExecutable(source, target, hashOf('the new version'))).rejects.toThrow()
    expect([read(), readdirSync(folder)]).toEqual(['the old version', ['Tidemark.AppImage']])
  }
})
