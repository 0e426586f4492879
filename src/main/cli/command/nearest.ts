import { m } from '../../../shared/messages/messages.js'

/** A word of up to this many letters for each mistake is still taken for another one. */
const lettersForMistake = 3

/** The word that was probably meant; `null` when none is similar. */
export function nearestOf(typed: string, words: readonly string[]): string | null {
  const wanted = typed.toLowerCase()
  const ranked = words
    .map((word) => ({ word, mistakes: mistakesBetween(wanted, word.toLowerCase()) }))
    .filter(
      ({ word, mistakes }) =>
        mistakes <= Math.max(1, Math.floor(Math.min(word.length, wanted.length) / lettersForMistake)),
    )
    .sort((a, b) => a.mistakes - b.mistakes)
  const [best] = ranked
  if (best !== undefined) return best.word
  const beginning = wanted.length < lettersForMistake ? [] : words.filter((word) => word.startsWith(wanted))
  return beginning.length === 1 ? (beginning[0] ?? null) : null
}

/** The error, with the word that was probably meant, or with another hint. */
export function suggest(typed: string, words: readonly string[], otherwise: string, wrong: string): string {
  const nearest = nearestOf(typed, words)
  return `${wrong} ${nearest === null ? otherwise : m.cli_did_you_mean({ nearest })}`.trimEnd()
}

/** For a word that must be one of these: the command line that was probably meant, or else all of them. */
export function nameOneOf(typed: string, words: readonly string[], command: string): string {
  const nearest = nearestOf(typed, words)
  return nearest === null
    ? m.cli_name_one_of({ choices: words.join(', ') })
    : m.cli_did_you_mean({ nearest: `tidemark ${command} ${nearest}` })
}

/**
 * Letters that are missing, added, changed, or exchanged with their neighbour (optimal string alignment distance). Source: L. Boytsov,
 * "Indexing methods for approximate dictionary searching", 2011.
 */
function mistakesBetween(typed: string, known: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: known.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= typed.length; row++) {
    const current = [row]
    for (let column = 1; column <= known.length; column++) {
      const isSame = typed[row - 1] === known[column - 1]
      const isExchanged = typed[row - 1] === known[column - 2] && typed[row - 2] === known[column - 1]
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          row > 1 && column > 1 && isExchanged ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
        ),
      )
    }
    ;[beforeLast, last] = [last, current]
  }
  return last[known.length] ?? 0
}
