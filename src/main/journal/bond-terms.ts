import type { CalendarDate } from '#shared/model/values.ts'
import type { Db } from '../sqlite/db.ts'
import { integer, text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

/** The maturity of a bond that the user typed, because the service sends none. */
export interface BondTerm {
  readonly symbol: string
  /** A complete date. */
  readonly maturesOn: CalendarDate
  /** UTC ms at which it was typed. */
  readonly changedAt: number
}

/** Maturities of bonds, typed by the user. They exist only on this computer. */
export function createBondTerms(db: Db) {
  const select = db.prepare<[], Row>('SELECT * FROM bond_terms ORDER BY symbol')
  const selectOne = db.prepare<[string], Row>('SELECT * FROM bond_terms WHERE symbol = ?')
  const put = db.prepare<[string, string, number]>(
    `INSERT INTO bond_terms (symbol, matures_on, changed_at) VALUES (?, ?, ?)
     ON CONFLICT (symbol) DO UPDATE SET matures_on = excluded.matures_on, changed_at = excluded.changed_at`,
  )
  const remove = db.prepare<[string]>('DELETE FROM bond_terms WHERE symbol = ?')
  return {
    list: (): BondTerm[] => select.all().map(read),
    /** The typed maturity of one bond; `null` if the user typed none. */
    maturityOf(symbol: string): CalendarDate | null {
      const row = selectOne.get(symbol)
      return row === undefined ? null : read(row).maturesOn
    },
    put: ({ symbol, maturesOn, changedAt }: BondTerm): void =>
      void transact(db, () => put.run(symbol, maturesOn, changedAt)),
    remove: (symbol: string): void => void transact(db, () => remove.run(symbol)),
  }
}

const read = (row: Row): BondTerm => ({
  symbol: text(row, 'symbol'),
  maturesOn: text(row, 'matures_on'),
  changedAt: integer(row, 'changed_at'),
})
