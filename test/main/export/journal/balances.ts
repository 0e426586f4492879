import { createLedgerCash } from '../../../../src/main/cache/ledger/money-sums.ts'
import { accountPart } from '../../../../src/main/export/journal/inert-text.ts'
import { formatUnits } from '../../../../src/main/insight/lots/units.ts'
import type { Db } from '../../../../src/main/sqlite/db.ts'
import { run, writeJournal } from './programs.ts'

/** Amounts by `ACCOUNT COMMODITY`, without those that are zero. */
export type Balances = Readonly<Record<string, string>>

/** What the ledger has: cash by currency and pieces by symbol, under the names that a journal gives to its accounts. */
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

/** Reads rows of `"account","commodity","balance"`. */
export const readHledger = (csv: string): Balances =>
  Object.fromEntries(
    [...csv.matchAll(/^"([^"\n]*)","((?:[^"\n]|"")*)","(-?[\d.]+)"$/gm)].map(
      ([, account, commodity = '', balance = '']) => [`${account} ${nameOf(commodity)}`, shortest(balance)],
    ),
  )

/** The balances of `Assets` by ledger. */
export function ledgerProgramBalances(path: string): Balances {
  const form = ['--flat', '--no-total', '--balance-format', '%(account)|%(scrub(display_total))\\n']
  let account = ''
  const lines = run('ledger', '--pedantic', '-f', path, 'balance', ...form, '^Assets').split('\n')
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, amount = '', commodity = ''] = /^(?:([^|"]*)\|)?(-?[\d.]+) "?([^"]+)"?$/.exec(line) ?? []
      account = name ?? account
      return amount === '' ? [] : [[`${account} ${nameOf(commodity)}`, shortest(amount)]]
    }),
  )
}

/** Lets beancount compare: it fails where a balance differs in any digit. */
export function checkBeancount(text: string, balances: Balances): void {
  const declared = [...text.matchAll(/ commodity (\S+)\n {2}(\w+): "(.*)"/g)]
  const names = new Map(
    declared.map(([, name, kind, own = '']) => [
      `${kind} ${own}`.replaceAll('\\"', '"').replaceAll('\\\\', '\\'),
      name,
    ]),
  )
  const asserted = Object.entries(balances).map(([key, amount]) => {
    const [account, commodity] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)]
    return `9999-12-31 balance ${account} ${amount} ~ 0 ${names.get(`${account.endsWith(':Cash') ? 'code' : 'symbol'} ${commodity}`)}\n`
  })
  run('bean-check', writeJournal(text + asserted.join(''), 'beancount'))
}

/** A commodity of hledger and ledger as the broker names it: escapes are numbers of characters between percent signs. */
const nameOf = (commodity: string): string =>
  commodity
    .replaceAll('"', '')
    .replace(/^%:/, '')
    .replace(/%([0-9A-F]+)%/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

const shortest = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
