import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { z } from 'zod'

/** A PIN as it is stored: salted and hashed by scrypt (RFC 7914), with the cost it was hashed at. Salt and hash in base64. */
export const PinHash = z.object({
  salt: z.string().min(1),
  hash: z.string().min(1),
  cost: z.int().min(2).max(1_048_576),
  blockSize: z.int().min(1).max(32),
  parallelization: z.int().min(1).max(16),
})
export type PinHash = z.infer<typeof PinHash>

export type HashCost = Omit<PinHash, 'salt' | 'hash'>

/** 32 MiB of memory and about 0.2 s: a guess costs the same, wherever it is made. */
const defaultCost: HashCost = { cost: 32_768, blockSize: 8, parallelization: 3 }
const hashBytes = 32

export async function hashPin(pin: string, cost = defaultCost): Promise<PinHash> {
  const salt = randomBytes(16)
  const hash = await derive(pin, salt, hashBytes, cost)
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), ...cost }
}

/** Whether it is the PIN of this hash. Takes the same time for every wrong one. */
export async function isPin(pin: string, { salt, hash, ...cost }: PinHash): Promise<boolean> {
  const stored = Buffer.from(hash, 'base64')
  return timingSafeEqual(await derive(pin, Buffer.from(salt, 'base64'), stored.length, cost), stored)
}

function derive(pin: string, salt: Buffer, bytes: number, cost: HashCost): Promise<Buffer> {
  // The same letter can be typed as one character or as two: compared in one form.
  const text = pin.normalize('NFC')
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.cost * cost.blockSize }
  return new Promise((resolve, reject) => {
    scrypt(text, salt, bytes, options, (error, key) => (error === null ? resolve(key) : reject(error)))
  })
}
