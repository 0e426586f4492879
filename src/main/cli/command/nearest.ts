import { m } from '#shared/messages/messages.js'
import { distancesToBeginnings } from '#shared/text/edit-distance.ts'

/** A word of up to this many letters for each mistake is still taken for another one. */
const lettersForMistake = 3

/** The word that was probably meant; `null` when none is similar. */
export function nearestOf(typed: string, words: readonly string[]): string | null {
  const wanted = typed.toLowerCase()
  const ranked = words
    .map((word) => ({ word, mistakes: distancesToBeginnings(wanted, word.toLowerCase())?.at(-1) ?? Infinity }))
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
