type Key = Pick<KeyboardEvent, 'key' | 'code'>

/**
 * The Latin letter or digit of a shortcut. The typed character decides, so that Dvorak and AZERTY keep their letters. On a
 * layout without Latin letters (Russian, Greek), and for digits that need Shift, the position of the key decides.
 */
export function letterOf({ key, code }: Key): string {
  if (/^[a-z0-9]$/i.test(key)) return key.toLowerCase()
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? []
  if (digit !== undefined) return digit
  return letter !== undefined && isOtherLetter(key) ? letter.toLowerCase() : ''
}

/** Whether a key opens the help: `?`, or the same key on a Cyrillic layout, which types a comma. */
export const isQuestionMark = ({ key, code, shiftKey }: Key & Pick<KeyboardEvent, 'shiftKey'>): boolean =>
  key === '?' || (code === 'Slash' && shiftKey && key === ',')

/** Whether a key opens the filter: `/`, or the same key on a Cyrillic layout, which types a dot. */
export const isSlash = ({ key, code }: Key): boolean => key === '/' || (code === 'Slash' && key === '.')

/** Whether a key types a letter of a non-Latin script. Letters of other Latin layouts such as Turkish are not shortcuts. */
const isOtherLetter = (key: string): boolean => /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key)

/** Whether a key types text in the focused element. Radio buttons and check boxes do not accept letters. */
export function isTyping({ target }: Pick<KeyboardEvent, 'target'>): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input:not([type=radio], [type=checkbox]), textarea, select')
}
