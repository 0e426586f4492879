// A process that a test kills while it converts: `victim.ts DIRECTORY FROM TO`, keys in hex or `-`.
import { writeSync } from 'node:fs'
import { convert } from '#main/sealing/conversion.ts'
import type { DataKey } from '#main/sqlite/keys.ts'

const [, , directory = '', from = '-', to = '-'] = process.argv
const asKey = (hex: string): DataKey | null => (hex === '-' ? null : new Uint8Array(Buffer.from(hex, 'hex')))

writeSync(1, 'begins\n')
convert(directory, { from: asKey(from), to: asKey(to) })
