import type { Db } from '../sqlite/db.ts'
import { text, type Row } from '../sqlite/row.ts'
import { editsTo } from './edit-distance.ts'

/** Words that may be half remembered: letters only, for a number is known or it is not. */
const isRemembered = (word: string): boolean => word.length >= 3 && word.length <= 24 && /^\p{L}+$/u.test(word)

/** Words that share most with what was typed; of more, the rest share too little. */
const mostShared = 240
/** Words that take the place of one that was typed. */
const mostAlike = 24

/** A word that may have been meant, and how far it is from what was typed. */
export interface AlikeWord {
  readonly word: string
  /** 0: the typed word stands inside it. */
  readonly edits: number
}

/** Edits that a word may be away: none for the shortest. */
const mostEdits = (word: string): number => (word.length < 4 ? 0 : word.length < 6 ? 1 : word.length < 10 ? 2 : 3)

/** Three letters each, with the ends marked. */
function partsOf(word: string): string[] {
  const marked = `^${word}$`
  const parts = new Set<string>()
  for (let start = 0; start + 3 <= marked.length; start++) parts.add(marked.slice(start, start + 3))
  return [...parts]
}

/** The distinct words of names and tickers, by their parts: finds what was meant where nothing begins with what was typed. */
export function createWordIndex(db: Db) {
  const insert = db.prepare<[string]>('INSERT OR IGNORE INTO instrument_word (word) VALUES (?)')
  const insertPart = db.prepare<[string, number]>(
    'INSERT OR IGNORE INTO instrument_word_part (part, word) VALUES (?, ?)',
  )
  const shareMost = db.prepare<[string, number], Row>(
    `SELECT w.word FROM (
       SELECT p.word AS key, count(*) AS shared
       FROM json_each(?) typed CROSS JOIN instrument_word_part p ON p.part = typed.value
       GROUP BY p.word ORDER BY shared DESC, key LIMIT ?) CROSS JOIN instrument_word w USING (key)`,
  )
  return {
    /** Words that are known already cost a look. Belongs into a transaction. */
    add(words: readonly string[]): void {
      for (const word of words) {
        if (!isRemembered(word)) continue
        const { changes, lastInsertRowid } = insert.run(word)
        if (changes > 0) for (const part of partsOf(word)) insertPart.run(part, Number(lastInsertRowid))
      }
    },
    /** Words in which the typed one stands, and those few edits away, nearest first. */
    findAlike(typed: string): AlikeWord[] {
      if (!isRemembered(typed)) return []
      const most = mostEdits(typed)
      return shareMost
        .all(JSON.stringify(partsOf(typed)), mostShared)
        .map((row) => text(row, 'word'))
        .map((word) => ({ word, edits: word.includes(typed) ? 0 : editsTo(typed, word, most) }))
        .filter(({ edits }) => edits <= most)
        .sort((a, b) => a.edits - b.edits || a.word.length - b.word.length)
        .slice(0, mostAlike)
    },
  }
}
