const accents: Readonly<Record<string, string>> = {
  ...{ a: 'á', c: 'ç', d: 'ď', e: 'é', g: 'ğ', i: 'í', k: 'ķ', l: 'ĺ', n: 'ñ', o: 'ó', r: 'ŕ', s: 'š', t: 'ť', u: 'ú' },
  ...{ y: 'ý', z: 'ž', A: 'Á', C: 'Ç', D: 'Ď', E: 'É', I: 'Í', N: 'Ñ', O: 'Ó', R: 'Ŕ', S: 'Š', T: 'Ť', U: 'Ú', Y: 'Ý' },
}
/** The filler has words of this length, so that a longer text can still be wrapped. */
const fillerLength = 6

/** A text with accents and 40 % more letters, in brackets: where a bracket is missing on screen, the text is cut. */
export function accentedText(text: string): string {
  const letters = text.replace(/\$\{[^}]*\}/g, '').match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return text
  const whole = text
    .split(/(\$\{[^}]*\})/)
    .map((part) => (part.startsWith('${') ? part : part.replace(/[a-zA-Z]/g, (letter) => accents[letter] ?? letter)))
    .join('')
  // Units of one or two letters stay short.
  const filler =
    letters < 3 ? '' : 'ñ'.repeat(Math.ceil(letters * 0.4)).replace(new RegExp(`(.{${fillerLength}})(?=.)`, 'g'), '$1 ')
  return `[${whole}${filler === '' ? '' : ` ${filler}`}]`
}

/** A compiled module of messages with accented texts. */
export const accented = (module: string): string =>
  module.replace(/\(`((?:[^`\\]|\\.)*)`\)/g, (_whole, text: string) => `(\`${accentedText(text)}\`)`)
