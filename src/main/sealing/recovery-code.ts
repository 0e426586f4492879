import type { DataKey } from '../sqlite/keys.ts'
import { keyBytes } from './data-key.ts'
import { charactersOf, codeLengthOf, readCode, writeCode, type CodeForm } from './key-code.ts'

const form: CodeForm = { name: 'recovery code', keyBytes, checksumBytes: 3, purpose: 'Tidemark recovery code' }
/** The text before the code in a recovery file. */
const label = 'Recovery code:'

/** The recovery code of a key: 14 groups of four characters. The last characters are a checksum. */
export const recoveryCodeOf = (key: DataKey): string => writeCode(key, form)

/**
 * Reads a typed code, or the text of a recovery file. Case, spaces and hyphens do not matter. Throws `invalid` with what is
 * wrong with it.
 */
export function readRecoveryCode(text: string): DataKey {
  const at = text.indexOf(label)
  const code = at < 0 ? text : charactersOf(text.slice(at + label.length)).slice(0, codeLengthOf(form))
  return readCode(code, form)
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
