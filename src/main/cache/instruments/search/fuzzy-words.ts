import type { Db } from '#main/sqlite/db.ts'
import { text, type Row } from '#main/sqlite/row.ts'
import { distancesToBeginnings } from '#shared/text/edit-distance.ts'

/** Whether a word may contain typing mistakes. Only words of letters may: numbers are copied exactly. */
const isFuzzy = (word: string): boolean => word.length >= 3 && word.length <= 24 && /^\p{L}+$/u.test(word)

/** The maximum number of words whose distance is calculated: those that share the most trigrams. */
const maxCandidates = 240
/** The maximum number of similar words that are searched instead of a typed word. */
const maxAlike = 24

/** A word that the user may mean, and its distance from the typed word. */
export interface AlikeWord {
  readonly word: string
  /** The distance; 0 if the word contains the typed word. */
  readonly edits: number
}

/** The maximum distance of a similar word: 0 for the shortest words. */
const maxEdits = (word: string): number => (word.length < 4 ? 0 : word.length < 6 ? 1 : word.length < 10 ? 2 : 3)

/** The trigrams of a word, with its start and end marked. */
function trigramsOf(word: string): string[] {
  const marked = `^${word}$`
  const trigrams = new Set<string>()
  for (let start = 0; start + 3 <= marked.length; start++) trigrams.add(marked.slice(start, start + 3))
  return [...trigrams]
}

/**
 * An index of the distinct words of names and tickers by their trigrams. It finds similar words if no word
 * starts with the typed text.
 */
export function createWordIndex(db: Db) {
  const insert = db.prepare<[string]>('INSERT OR IGNORE INTO instrument_word (word) VALUES (?)')
  const insertTrigram = db.prepare<[string, number]>(
    'INSERT OR IGNORE INTO instrument_word_part (part, word) VALUES (?, ?)',
  )
  const selectCandidates = db.prepare<[string, number], Row>(
    `SELECT w.word FROM (
       SELECT p.word AS key, count(*) AS shared
       FROM json_each(?) typed CROSS JOIN instrument_word_part p ON p.part = typed.value
       GROUP BY p.word ORDER BY shared DESC, key LIMIT ?) CROSS JOIN instrument_word w USING (key)`,
  )
  return {
    /** Adds words; a known word costs only a lookup. Call inside a transaction. */
    add(words: readonly string[]): void {
      for (const word of words) {
        if (!isFuzzy(word)) continue
        const { changes, lastInsertRowid } = insert.run(word)
        if (changes > 0) for (const trigram of trigramsOf(word)) insertTrigram.run(trigram, Number(lastInsertRowid))
      }
    },
    /** Words that contain the typed word, and words that differ from it by a few edits; the nearest first. */
    findAlike(typed: string): AlikeWord[] {
      if (!isFuzzy(typed)) return []
      const max = maxEdits(typed)
      return selectCandidates
        .all(JSON.stringify(trigramsOf(typed)), maxCandidates)
        .map((row) => text(row, 'word'))
        .map((word) => ({ word, edits: word.includes(typed) ? 0 : editsTo(typed, word, max) }))
        .filter(({ edits }) => edits <= max)
        .sort((a, b) => a.edits - b.edits || a.word.length - b.word.length)
        .slice(0, maxAlike)
    },
  }
}

/**
 * The number of edits between the typed text and the beginning of a word: letters that follow the typed text in the word cost
 * nothing. A distance above `max` is returned as `max + 1`.
 */
export function editsTo(typed: string, word: string, max: number): number {
  const distances = distancesToBeginnings(typed, word, max)
  return distances === null ? max + 1 : Math.min(max + 1, ...distances)
}
