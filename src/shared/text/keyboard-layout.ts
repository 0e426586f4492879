// The two common keyboard layouts of this market: Latin (QWERTY) and Russian.

const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const cyrillicKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю'
/** The characters that the keys of ё х ъ ж э б ю type with Shift on the Latin layout. */
const shiftedMarks: Readonly<Record<string, string>> = {
  '~': '`',
  '{': '[',
  '}': ']',
  ':': ';',
  '"': "'",
  '<': ',',
  '>': '.',
}

/**
 * Whether a text has a punctuation mark where the other layout has a letter: `c,th` is `сбер`. A dot does not count,
 * because it is part of tickers.
 */
export const hasLetterKeys = (text: string): boolean => /(?:^|\s|[a-z])[`[\]{};:'",<>~][a-z.]/i.test(text)

/**
 * The text that the same keys type on the other keyboard layout: `ыиук` for `sber`, `ufpghjv` for `газпром`. Null if the
 * text would be the same.
 */
export function toOtherLayout(text: string): string | null {
  const small = text.toLowerCase().replace(/[~{}:"<>]/g, (mark) => shiftedMarks[mark] ?? mark)
  const [from, to] = /[а-яё]/.test(small) ? [cyrillicKeys, latinKeys] : [latinKeys, cyrillicKeys]
  const converted = Array.from(small, (key) => {
    const at = from.indexOf(key)
    return at < 0 ? key : to.charAt(at)
  }).join('')
  return converted === small ? null : converted
}
