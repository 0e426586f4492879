import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Offer } from '#main/desktop/updates/signed-release.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'

export const keys = (() => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { privateKey, publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() }
})()

export const hashOf = (text: string): string => createHash('sha512').update(text).digest('base64')

/** A release of one file, signed with `privateKey`, and the offer of a feed that belongs to it. */
export function makeRelease({
  version = '0.2.0',
  content = 'the new version',
  privateKey = keys.privateKey,
  ending = 'AppImage',
} = {}) {
  const name = `Tidemark-${version}.${ending}`
  const manifest = Buffer.from(JSON.stringify({ version, files: { [name]: hashOf(content) } }))
  const signature = sign(null, manifest, privateKey).toString('base64')
  const offer: Offer = { version, files: [{ url: name, sha512: hashOf(content) }] }
  const path = join(makeTemporaryDirectory(), name)
  writeFileSync(path, content)
  return { manifest, signature, offer, path }
}
