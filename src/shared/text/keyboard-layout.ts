// The two keyboard layouts that people of this market use: Latin (QWERTY) and Russian.

const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const cyrillicKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю'
/** The marks that Shift types on the keys of ё х ъ ж э б ю. */
const shiftedMarks: Readonly<Record<string, string>> = {
  ...{ '~': '`', '{': '[', '}': ']', ':': ';', '"': "'", '<': ',', '>': '.' },
}

/** Whether a mark stands where a letter of the other keyboard layout would: `c,th` is `сбер`. A dot is a part of tickers. */
export const hasLetterKeys = (text: string): boolean => /(?:^|\s|[a-z])[`[\]{};:'",<>~][a-z.]/i.test(text)

/** The text that the same keys type on the other keyboard layout: `ыиук` for `sber`, `ufpghjv` for `газпром`. Null when it is the same text. */
export function toOtherLayout(text: string): string | null {
  const small = text.toLowerCase().replace(/[~{}:"<>]/g, (mark) => shiftedMarks[mark] ?? mark)
  const [from, to] = /[а-яё]/.test(small) ? [cyrillicKeys, latinKeys] : [latinKeys, cyrillicKeys]
  const converted = Array.from(small, (key) => {
    const at = from.indexOf(key)
    return at < 0 ? key : to.charAt(at)
  }).join('')
  return converted === small ? null : converted
}
