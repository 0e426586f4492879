type Key = Pick<KeyboardEvent, 'key' | 'code'>

/**
 * The Latin letter or digit of a shortcut. What the key types counts, so that Dvorak and AZERTY keep their letters; on a
 * layout without Latin letters (Russian, Greek), and for digits that need Shift, the position of the key counts.
 */
export function letterOf({ key, code }: Key): string {
  if (/^[a-z0-9]$/i.test(key)) return key.toLowerCase()
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? []
  if (digit !== undefined) return digit
  return letter !== undefined && isOtherLetter(key) ? letter.toLowerCase() : ''
}

/** Whether a key asks for help: `?`, also where a Cyrillic layout types a comma with the same key. */
export const isQuestionMark = ({ key, code, shiftKey }: Key & Pick<KeyboardEvent, 'shiftKey'>): boolean =>
  key === '?' || (code === 'Slash' && shiftKey && key === ',')

/** Whether a key asks for the filter: `/`, also where a Cyrillic layout types a dot with the same key. */
export const isSlash = ({ key, code }: Key): boolean => key === '/' || (code === 'Slash' && key === '.')

/** A letter of a script other than Latin. On a Latin layout such as Turkish, its own letters are no shortcuts. */
const isOtherLetter = (key: string): boolean => /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key)

/** Whether a key types text where it was pressed. Radio buttons and check boxes do not take letters. */
export function isTyping({ target }: Pick<KeyboardEvent, 'target'>): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input:not([type=radio], [type=checkbox]), textarea, select')
}
