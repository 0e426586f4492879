// Converts text to the words that a search compares. Stored and typed text are converted in the same way.

// A letter may become several letters; a hard or soft sign becomes none. Accent marks are removed earlier: й arrives as и, ё as е.
const latinOf: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', к: 'k', л: 'l', м: 'm', н: 'n' },
  ...{ о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sch' },
  ...{ ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', і: 'i', є: 'e', ґ: 'g', қ: 'k', ғ: 'g', ң: 'n', ү: 'u' },
  ...{ ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i', ð: 'd', þ: 'th' },
}

/** Text in lower-case Latin letters where possible: Cyrillic is transliterated, accents are removed. */
export const toLatin = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\0-\x7f]/gu, (letter) => latinOf[letter] ?? letter)

/** The letters and digits of a ticker or an ISIN as one word: `BRK.B`, `brk/b` and `BRK B` give the same key. */
export const toKey = (text: string): string => toLatin(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** The words of a text: its runs of letters and digits. */
export const splitWords = (text: string): string[] =>
  toLatin(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/**
 * A word as it sounds in either script: Yandex, Яндекс and jandeks give the same result. The sound of the beginning of a
 * word is the beginning of its sound, so that a word can be compared before it is typed to its end.
 */
export const soundOf = (word: string): string =>
  word.replaceAll('x', 'ks').replaceAll('kh', 'h').replace(/[yj]/g, 'i').replaceAll('w', 'v').replace(/i{2,}/g, 'i')

const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const cyrillicKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

/** The text that the same keys type on the other keyboard layout: `ыиук` for `sber`, `ufpghjv` for `газпром`. Null when it is the same text. */
export function toOtherLayout(text: string): string | null {
  const small = text.toLowerCase()
  const [from, to] = /[а-яё]/.test(small) ? [cyrillicKeys, latinKeys] : [latinKeys, cyrillicKeys]
  const converted = Array.from(small, (key) => {
    const at = from.indexOf(key)
    return at < 0 ? key : to.charAt(at)
  }).join('')
  return converted === small ? null : converted
}
