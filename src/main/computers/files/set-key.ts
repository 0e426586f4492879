import { hkdfSync, randomBytes } from 'node:crypto'
import { m } from '#shared/messages/messages.js'
import { readCode, writeCode, type CodeForm } from '../../sealing/key-code.ts'

/** The secret that the computers of one user share: 128 random bits. The user types it on each computer as a code. */
export type SetSecret = Uint8Array

const secretBytes = 16
const form: CodeForm = {
  keyBytes: secretBytes,
  checksumBytes: 4,
  purpose: 'Tidemark shared folder code',
  problems: {
    length: m.computers_a_code_has_length_characters,
    characters: m.computers_this_code_has_wrong_characters,
    checksum: m.computers_a_character_of_the_code_is_wrong,
  },
}

export const newSecret = (): SetSecret => new Uint8Array(randomBytes(secretBytes))

/** The code of a secret: eight groups of four characters. The last six characters are a checksum. */
export const codeOf = (secret: SetSecret): string => writeCode(secret, form)

/** Throws `invalid` with the problem of the code. */
export const readSetCode = (text: string): SetSecret => readCode(text, form)

const derive = (secret: SetSecret, use: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `Tidemark shared folder: ${use}`, bytes))

/** The id of the set, derived from the secret. The secret cannot be computed from it. 16 hexadecimal digits. */
export const setIdOf = (secret: SetSecret): string => derive(secret, 'name', 8).toString('hex')

/** The AES-256 key of one file. */
export const fileKeyOf = (secret: SetSecret, computer: string, segment: number): Buffer =>
  derive(secret, `file ${computer} ${segment}`, 32)

/** A new random id of a computer. 16 hexadecimal digits. */
export const newComputerId = (): string => randomBytes(8).toString('hex')
