import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { assertOffered, readSignedRelease, type Offer, readFeedUrl } from '#main/desktop/updates/signed-release.ts'
import { hashOf, keys, makeRelease } from './release-rig.ts'

test('a release that is signed with the key is read', () => {
  const { manifest, signature, offer } = makeRelease()
  const release = readSignedRelease(manifest, `${signature}\n`, keys.publicKey)
  expect(release.version).toBe('0.2.0')
  assertOffered(release, offer)
})

test('another key, another manifest, a missing signature and a missing key are refused', () => {
  const { manifest, signature } = makeRelease()
  const otherRelease = makeRelease({ privateKey: generateKeyPairSync('ed25519').privateKey })
  const changed = Buffer.from(manifest.toString().replace('0.2.0', '0.3.0'))
  for (const [text, sign, key] of [
    [otherRelease.manifest, otherRelease.signature, keys.publicKey],
    [changed, signature, keys.publicKey],
    [manifest, '', keys.publicKey],
    [manifest, 'not base64 at all', keys.publicKey],
    [new Uint8Array(), '', keys.publicKey],
    [manifest, signature, 'not a key'],
  ] as const)
    expect(() => readSignedRelease(text, sign, key)).toThrow(
      /not downloaded: it is not signed with the key of Tidemark/,
    )
})

test.each<[string, (offer: Offer) => Offer]>([
  ['another version', (offer) => ({ ...offer, version: '0.2.1' })],
  ['another file', (offer) => ({ ...offer, files: [{ url: 'evil.AppImage', sha512: hashOf('evil') }] })],
  [
    'another content',
    ({ version, files }) => ({ version, files: files.map((file) => ({ ...file, sha512: hashOf('evil') })) }),
  ],
  ['one more file', (offer) => ({ ...offer, files: [...offer.files, { url: 'evil.exe', sha512: hashOf('evil') }] })],
  ['no file', (offer) => ({ ...offer, files: [] })],
  ['packages of an installer', (offer) => ({ ...offer, packages: { x64: { path: 'evil.7z' } } })],
])('an offer with %s than the signed release is refused', (_, change) => {
  const { manifest, signature, offer } = makeRelease()
  const release = readSignedRelease(manifest, signature, keys.publicKey)
  expect(() => assertOffered(release, change(offer))).toThrow('not downloaded')
})

test('no request is sent to a feed without https', () => {
  expect(readFeedUrl('provider: generic\nurl: https://updates.example/app\nchannel: latest\n').href).toBe(
    'https://updates.example/app/',
  )
  for (const url of ['http://updates.example', 'ftp://x', 'updates.example', ''])
    expect(() => readFeedUrl(`provider: generic\nurl: ${url}\n`)).toThrow('begins with https')
})
