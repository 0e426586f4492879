import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assertOffered, readSignedRelease, releaseFiles } from '#main/desktop/updates/signed-release.ts'
import { makeKey, signRelease } from '../../../scripts/packaging/release.mjs'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { hashOf } from '../../main/desktop/updates/release-rig.ts'

function prepare() {
  const keyFolder = makeTemporaryDirectory()
  const [privateFile, publicFile] = [join(keyFolder, 'private.pem'), join(keyFolder, 'public.pem')]
  makeKey(privateFile, publicFile)
  const folder = makeTemporaryDirectory()
  writeFileSync(join(folder, 'Tidemark-0.2.0.AppImage'), 'the app')
  writeFileSync(join(folder, 'latest-linux.yml'), 'version: 0.2.0')
  return { privateFile, publicFile, folder }
}

test('what the script signs, the app accepts', async () => {
  const { privateFile, publicFile, folder } = prepare()
  const names = await signRelease({ privateFile, publicFile, folder, version: '0.2.0' })
  expect(names).toEqual(['Tidemark-0.2.0.AppImage'])
  const read = (name: string): Buffer => readFileSync(join(folder, name))
  const signature = read(releaseFiles.signature).toString()
  const release = readSignedRelease(read(releaseFiles.manifest), signature, readFileSync(publicFile, 'utf8'))
  assertOffered(release, { version: '0.2.0', files: [{ url: 'Tidemark-0.2.0.AppImage', sha512: hashOf('the app') }] })
})

test('the private key is for its owner alone, and a key is never replaced', () => {
  const { privateFile, publicFile } = prepare()
  expect(statSync(privateFile).mode & 0o777).toBe(0o600)
  expect(() => makeKey(privateFile, publicFile)).toThrow('exists')
})

test('another private key than that of the packages signs nothing', async () => {
  const { publicFile, folder } = prepare()
  const other = prepare()
  await expect(signRelease({ privateFile: other.privateFile, publicFile, folder, version: '0.2.0' })).rejects.toThrow(
    'is not the private key',
  )
})
