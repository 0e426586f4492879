import type { Account } from '../../../shared/model/account.ts'
import type { IncomeRow } from '../../../shared/model/ledger/income.ts'
import type { OpenLot } from '../../../shared/model/ledger/ledger.ts'
import { instantOrNull, instantText, type Cell } from '../copy-text.ts'
import { englishIncomeRule } from '../../../shared/text/income-rule.ts'
import type { Unit } from './subject.ts'

/** The data of an account. */
interface KnownAccount {
  readonly account: Account
  /** UTC ms of the statement. */
  readonly fetchedAt: number
  readonly isWhole: boolean
  readonly lots: readonly OpenLot[]
  readonly income: readonly IncomeRow[]
}

type Rows = readonly (readonly Cell[])[]

/** An account with its cash, positions, open lots and income, as rows. */
export const accountUnit = ({ account, fetchedAt, isWhole, lots, income }: KnownAccount): Unit => ({
  unit: account.id,
  statedAt: fetchedAt,
  rows: {
    account: [
      [
        ...[account.id, account.type, account.status, account.equity, account.unrealizedProfit, ...marginOf(account)],
        ...[instantOrNull(account.openedAt), isWhole, instantText(fetchedAt)],
      ],
    ],
    cash: account.cash.map(({ currency, amount }, ordinal) => [account.id, ordinal, currency, amount]),
    position: account.positions.map((position, ordinal) => [
      ...[account.id, ordinal, position.symbol, position.quantity, position.averagePrice, position.currentPrice],
      ...[position.maintenanceMargin, position.dailyPnl, position.unrealizedPnl],
    ]),
    lot: lotRows(lots),
    income: incomeRows(income),
  },
})

/** Available cash, initial margin, maintenance margin, reserved money. */
function marginOf({ portfolio }: Account): readonly Cell[] {
  switch (portfolio?.kind) {
    case 'mc':
      return [portfolio.availableCash, portfolio.initialMargin, portfolio.maintenanceMargin, null]
    case 'forts':
      return [portfolio.availableCash, null, null, portfolio.moneyReserved]
    case 'mct':
    case undefined:
      return [null, null, null, null]
  }
}

function lotRows(lots: readonly OpenLot[]): Rows {
  const counts = new Map<string, number>()
  return lots.map(({ accountId, symbol, quantity, openedAt, currency, cost }) => {
    const ordinal = counts.get(symbol) ?? 0
    counts.set(symbol, ordinal + 1)
    return [accountId, symbol, ordinal, quantity, instantOrNull(openedAt), currency, cost]
  })
}

const incomeRows = (income: readonly IncomeRow[]): Rows =>
  income.map((row, ordinal) => [
    ...[row.accountId, ordinal, row.date, row.symbol, row.kind, row.state, row.lateDays],
    ...[row.expected?.low ?? null, row.expected?.high ?? null, row.expected?.currency ?? null],
    ...[row.currency, row.gross, row.tax, row.net, row.each, row.pieces?.low ?? null, row.pieces?.high ?? null],
    ...[row.source, englishIncomeRule(row.rule), arrayText(row.transactionIds)],
  ])

/** A list in PostgreSQL's format of a text array. */
const arrayText = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, (character) => `\\${character}`)}"`).join(',')}}`
