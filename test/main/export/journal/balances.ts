import { createLedgerCash } from '#main/cache/ledger/money-sums.ts'
import { accountPart } from '#main/export/journal/inert-text.ts'
import { formatUnits } from '#main/insight/lots/units.ts'
import type { Db } from '#main/sqlite/db.ts'
import { run, writeJournal } from './programs.ts'
import { beancountAssertions, ledgerQuery, readLedger, type Balances } from './read-balances.ts'

/** The balances of the ledger: cash by currency and pieces by symbol, with the account names of the journal. */
export function ledgerBalances(db: Db): Balances {
  const keys = db.prepare<[], [string, number]>('SELECT account_id, key FROM transaction_account').raw(true).all()
  const holdings = db
    .prepare<[number], [string, string]>(
      "SELECT symbol, quantity FROM ledger_holding WHERE account = ? AND quantity <> '0'",
    )
    .raw(true)
  const entries = keys.flatMap(([id, key]) => [
    ...[...createLedgerCash(db).nanosOf(key)].flatMap(([currency, nanos]): [string, string][] =>
      nanos === 0n ? [] : [[`Assets:${accountPart(id)}:Cash ${currency}`, formatUnits(nanos * 1_000_000_000n)]],
    ),
    ...holdings
      .all(key)
      .map(([symbol, quantity]): [string, string] => [`Assets:${accountPart(id)}:Securities ${symbol}`, quantity]),
  ])
  return Object.fromEntries(entries)
}

/** The balances of `Assets` according to the program ledger. */
export const ledgerProgramBalances = (path: string): Balances =>
  readLedger(run('ledger', '--pedantic', '-f', path, ...ledgerQuery))

/** Runs beancount with balance assertions. It fails if a balance differs in any digit. */
export function checkBeancount(text: string, balances: Balances): void {
  run('bean-check', writeJournal(text + beancountAssertions(text, balances), 'beancount'))
}
