import { Watchlists } from '#main/journal/watchlists/watchlists.ts'
import { openTestJournal } from '../open-journal.ts'

export function createLists(db = openTestJournal()) {
  let count = 0
  return new Watchlists(db, () => `w${++count}`)
}
export type Lists = ReturnType<typeof createLists>
export const names = (lists: Lists) => lists.list().map(({ name }) => name)
export const many = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `S${from + index}@X`)
