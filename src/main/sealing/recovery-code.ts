import { createHash } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import type { DataKey } from '../sqlite/keys.ts'
import { keyBytes } from './data-key.ts'

/** Base32 after Crockford: without I, L, O and U, which are read as other characters. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const checksumBytes = 3
const codeLength = ((keyBytes + checksumBytes) * 8) / 5
const groupLength = 4
/** What stands before the code in a recovery file. */
const label = 'Recovery code:'

/** A key as a person writes it down: 14 groups of four characters, the last of them a checksum. */
export function recoveryCodeOf(key: DataKey): string {
  const bits = [...key, ...checksumOf(key)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const characters = (bits.match(/.{5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five, 2))).join('')
  return (characters.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-')
}

/**
 * Reads a typed code, or the text of a recovery file. Case, spaces and hyphens do not matter. Throws `invalid` with what is
 * wrong with it.
 */
export function readRecoveryCode(text: string): DataKey {
  const at = text.indexOf(label)
  const written = at < 0 ? text : text.slice(at + label.length)
  const characters = written.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  const code = at < 0 ? characters : characters.slice(0, codeLength)
  if (code.length !== codeLength)
    throw new AppError('invalid', `A recovery code has ${codeLength} characters; these are ${code.length}.`)
  const values = Array.from(code, (character) => alphabet.indexOf(character))
  if (values.includes(-1)) throw new AppError('invalid', 'This recovery code has characters that no code has.')
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('')
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (eight) => Number.parseInt(eight, 2))
  const key = bytes.slice(0, keyBytes)
  if (!checksumOf(key).equals(bytes.slice(keyBytes)))
    throw new AppError('invalid', 'A character of this recovery code is wrong. Compare it with what you wrote down.')
  return key
}

/** The text of the file that a person keeps. It opens the data, so it must lie elsewhere. */
export const recoveryFileOf = (profileName: string, keyId: string, code: string): string =>
  [
    'Tidemark recovery file',
    '',
    `Opens the sealed data of: ${profileName}`,
    `Key: ${keyId}`,
    `${label} ${code}`,
    '',
    'Whoever has this code and the files of Tidemark can read them. Keep it in another place than this computer.',
    '',
  ].join('\n')

const checksumOf = (key: Uint8Array): Buffer =>
  createHash('sha256').update('Tidemark recovery code').update(key).digest().subarray(0, checksumBytes)
