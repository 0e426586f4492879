import { createHash } from 'node:crypto'
import { AppError } from '#shared/errors.ts'

/** The written form of a key: groups of four characters. The last characters are a checksum. */
export interface CodeForm {
  /** The messages about a wrong code. */
  readonly problems: {
    readonly length: (counts: { readonly length: number; readonly count: number }) => string
    readonly characters: () => string
    readonly checksum: () => string
  }
  readonly keyBytes: number
  /** Key and checksum together must have a multiple of five bytes, so that no bits are left over. */
  readonly checksumBytes: number
  /** Included in the checksum, so that a code of another kind is refused. */
  readonly purpose: string
}

/** Crockford's base32: without I, L, O and U, which can be confused with other characters. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groupLength = 4

export const codeLengthOf = ({ keyBytes, checksumBytes }: CodeForm): number => ((keyBytes + checksumBytes) * 8) / 5

export function writeCode(key: Uint8Array, form: CodeForm): string {
  const bits = [...key, ...checksumOf(key, form)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const characters = (bits.match(/.{5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five, 2))).join('')
  return (characters.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-')
}

/** The characters of a typed code: case, spaces and hyphens do not matter. */
export const charactersOf = (text: string): string =>
  text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

/** Reads a typed code. Throws `invalid` with the problem of the code. */
export function readCode(text: string, form: CodeForm): Uint8Array<ArrayBuffer> {
  const code = charactersOf(text)
  const length = codeLengthOf(form)
  if (code.length !== length) throw new AppError('invalid', form.problems.length({ length, count: code.length }))
  const values = Array.from(code, (character) => alphabet.indexOf(character))
  if (values.includes(-1)) throw new AppError('invalid', form.problems.characters())
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('')
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (eight) => Number.parseInt(eight, 2))
  const key = bytes.slice(0, form.keyBytes)
  if (!checksumOf(key, form).equals(bytes.slice(form.keyBytes))) throw new AppError('invalid', form.problems.checksum())
  return key
}

const checksumOf = (key: Uint8Array, { purpose, checksumBytes }: CodeForm): Buffer =>
  createHash('sha256').update(purpose).update(key).digest().subarray(0, checksumBytes)
