import { languages } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'
import type { DataKey } from '../sqlite/keys.ts'
import { keyBytes } from './data-key.ts'
import { charactersOf, codeLengthOf, readCode, writeCode, type CodeForm } from './key-code.ts'

const form: CodeForm = {
  keyBytes,
  checksumBytes: 3,
  purpose: 'Tidemark recovery code',
  problems: {
    length: m.sealing_a_recovery_code_has_length_characters,
    characters: m.sealing_this_recovery_code_has_wrong_characters,
    checksum: m.sealing_a_character_of_the_recovery_code_is_wrong,
  },
}
/** The labels of the code in a recovery file. The file may be in another language than the app. */
const labels = (): readonly string[] => languages.map((locale) => m.sealing_recovery_code_label({}, { locale }))

/** The recovery code of a key: 14 groups of four characters. The last characters are a checksum. */
export const recoveryCodeOf = (key: DataKey): string => writeCode(key, form)

/**
 * Reads a typed code, or the text of a recovery file. Case, spaces and hyphens do not matter. Throws `invalid` with the problem
 * of the code.
 */
export function readRecoveryCode(text: string): DataKey {
  const label = labels().find((each) => text.includes(each))
  const after = label === undefined ? null : text.slice(text.indexOf(label) + label.length)
  const code = after === null ? text : charactersOf(after).slice(0, codeLengthOf(form))
  return readCode(code, form)
}

/** The text of the recovery file. It opens the data, so the user must keep it in another place. */
export const recoveryFileOf = (profileName: string, keyId: string, code: string): string =>
  [
    m.sealing_recovery_file(),
    '',
    m.sealing_opens_the_data_of({ profileName }),
    m.sealing_key_id({ keyId }),
    `${m.sealing_recovery_code_label()} ${code}`,
    '',
    m.sealing_keep_it_in_another_place(),
    '',
  ].join('\n')
