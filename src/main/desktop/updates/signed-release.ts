import { verify } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'

/** The names of the two files next to the installers of a release; `scripts/packaging/release.mjs` writes them. */
export const releaseFiles = { manifest: 'release.json', signature: 'release.json.sig' } as const

const Release = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+[\w.+-]*$/),
  /** The SHA-512 of each file in base64, by file name. */
  files: z.record(z.string(), z.string().regex(/^[\w+/]{86}==$/)),
})
/** The signed description of a release. */
export type Release = z.infer<typeof Release>

/** The release that the update feed offers, as electron-updater reads it. File addresses may be relative to the feed. */
export interface Offer {
  readonly version: string
  readonly files: readonly { readonly url: string; readonly sha512: string }[]
  /** Further files that an installer downloads; our installers have none. */
  readonly packages?: unknown
}

/**
 * Reads a manifest with an Ed25519 signature (base64) of this public key (PEM). Throws AppError `invalid` with a sentence for
 * the user if the signature is wrong.
 */
export function readSignedRelease(manifest: Uint8Array, signature: string, publicKey: string): Release {
  if (!isSigned(manifest, signature, publicKey)) throw refused(m.desktop_it_is_not_signed_with_the_key)
  const release = parse(manifest)
  if (release === null) throw refused(m.desktop_its_description_cannot_be_read)
  return release
}

/** Throws AppError `invalid` unless the signed release and the offered one are equal. */
export function assertOffered(release: Release, offer: Offer): void {
  if (offer.version !== release.version) throw refused(m.desktop_update_other_version)
  for (const { url, sha512 } of offer.files) {
    const name = new URL(url, 'https://feed.invalid/').pathname.split('/').at(-1) ?? ''
    if (release.files[decodeURIComponent(name)] !== sha512)
      throw refused(() => m.desktop_the_file_name_is_not_the_one({ name }))
  }
  if (offer.files.length === 0 || (offer.packages ?? null) !== null)
    throw refused(m.desktop_it_does_not_consist_of_the_files)
}

const refused = (reason: () => string): AppError =>
  new AppError('invalid', () => m.desktop_an_update_was_not_downloaded_reason({ reason: reason() }))

function isSigned(manifest: Uint8Array, signature: string, publicKey: string): boolean {
  try {
    return verify(null, manifest, publicKey, Buffer.from(signature.trim(), 'base64'))
  } catch {
    // A key or a signature in an unknown format.
    return false
  }
}

function parse(manifest: Uint8Array): Release | null {
  try {
    return Release.parse(JSON.parse(new TextDecoder().decode(manifest)))
  } catch {
    return null
  }
}

/**
 * The address in `app-update.yml`, which electron-builder writes into a package. Throws AppError `invalid` unless it is https:
 * then no request is sent.
 */
export function readFeedUrl(config: string): URL {
  const text = /^url:\s*['"]?([^'"\s]+)/m.exec(config)?.[1] ?? ''
  const url = URL.canParse(text) ? new URL(text.replace(/\/*$/, '/')) : null
  if (url?.protocol !== 'https:') throw new AppError('invalid', m.desktop_updates_off_no_address)
  return url
}
