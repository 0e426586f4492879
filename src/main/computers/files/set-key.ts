import { hkdfSync, randomBytes } from 'node:crypto'
import { readCode, writeCode, type CodeForm } from '../../sealing/key-code.ts'

/** What the computers of one person share: 128 random bits, which a person moves once as a code. */
export type SetSecret = Uint8Array

const secretBytes = 16
const form: CodeForm = {
  ...{ name: 'code', keyBytes: secretBytes, checksumBytes: 4, purpose: 'Tidemark shared folder code' },
}

export const newSecret = (): SetSecret => new Uint8Array(randomBytes(secretBytes))

/** Eight groups of four characters, the last of them mostly checksum. */
export const codeOf = (secret: SetSecret): string => writeCode(secret, form)

/** Throws `invalid` with what is wrong with it. */
export const readSetCode = (text: string): SetSecret => readCode(text, form)

const derive = (secret: SetSecret, use: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `Tidemark shared folder: ${use}`, bytes))

/** Names the set without telling anything of the secret. Sixteen hexadecimal digits. */
export const setIdOf = (secret: SetSecret): string => derive(secret, 'name', 8).toString('hex')

/** Each file has a key of its own. */
export const fileKeyOf = (secret: SetSecret, computer: string, segment: number): Buffer =>
  derive(secret, `file ${computer} ${segment}`, 32)

/** A new random id of a computer. Sixteen hexadecimal digits. */
export const newComputerId = (): string => randomBytes(8).toString('hex')
