// How text becomes the words that a search compares: the same for what is stored and for what is typed.

// One letter may become several; a hard or soft sign none. Marks are gone before: й is и here, ё is е.
const latinOf: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', к: 'k', л: 'l', м: 'm', н: 'n' },
  ...{ о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sch' },
  ...{ ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', і: 'i', є: 'e', ґ: 'g', қ: 'k', ғ: 'g', ң: 'n', ү: 'u' },
  ...{ ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i', ð: 'd', þ: 'th' },
}

/** Text in small Latin letters as far as it has any: Cyrillic is spelt out, accents go. */
export const toLatin = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\0-\x7f]/gu, (letter) => latinOf[letter] ?? letter)

/** Letters and digits of a ticker or an ISIN, in one word: `BRK.B`, `brk/b` and `BRK B` are alike. */
export const toKey = (text: string): string => toLatin(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** The parts of a text between whatever is neither letter nor digit. */
export const splitWords = (text: string): string[] =>
  toLatin(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

// Each rule keeps the beginning of a word the beginning of the word, so that it may be compared before it is typed out.
/** A word as it sounds in either script: Yandex, Яндекс and jandeks are alike. */
export const soundOf = (word: string): string =>
  word.replaceAll('x', 'ks').replaceAll('kh', 'h').replace(/[yj]/g, 'i').replaceAll('w', 'v').replace(/i{2,}/g, 'i')

const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const cyrillicKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

/** The same keys struck on the other keyboard: `ыиук` for `sber`, `ufpghjv` for `газпром`. Null where they type nothing else. */
export function toOtherLayout(text: string): string | null {
  const small = text.toLowerCase()
  const [from, to] = /[а-яё]/.test(small) ? [cyrillicKeys, latinKeys] : [latinKeys, cyrillicKeys]
  const other = Array.from(small, (key) => {
    const at = from.indexOf(key)
    return at < 0 ? key : to.charAt(at)
  }).join('')
  return other === small ? null : other
}
