import type { Account } from '#shared/model/account.ts'
import type { IncomeRow } from '#shared/model/ledger/income.ts'
import type { OpenLot } from '#shared/model/ledger/ledger.ts'
import { englishIncomeRule } from '#shared/text/income-rule.ts'
import { instantOrNull, instantText, type Cell } from '../copy-text.ts'
import type { Row, Rows, Unit } from './subject.ts'

/** The data of an account. */
interface KnownAccount {
  readonly account: Account
  /** UTC ms of the statement. */
  readonly fetchedAt: number
  readonly isLoaded: boolean
  /** Chunks of a list, read when they are needed: a long list takes hundreds of megabytes. */
  readonly lots: () => AsyncIterable<readonly OpenLot[]>
  readonly income: () => AsyncIterable<readonly IncomeRow[]>
}

/** An account with its cash, positions, open lots and income, as rows. */
export const accountUnit = (known: KnownAccount): Unit => ({
  unit: known.account.id,
  statedAt: known.fetchedAt,
  rows: (table) => rowsOf(known, table),
})

function rowsOf({ account, fetchedAt, isLoaded, lots, income }: KnownAccount, table: string): Rows {
  switch (table) {
    case 'account':
      return [
        [
          account.id,
          account.type,
          account.status,
          account.equity,
          account.unrealizedProfit,
          ...marginOf(account),
          instantOrNull(account.openedAt),
          isLoaded,
          instantText(fetchedAt),
        ],
      ]
    case 'cash':
      return account.cash.map(({ currency, amount }, ordinal) => [account.id, ordinal, currency, amount])
    case 'position':
      return account.positions.map((position, ordinal) => [
        account.id,
        ordinal,
        position.symbol,
        position.quantity,
        position.averagePrice,
        position.currentPrice,
        position.maintenanceMargin,
        position.dailyPnl,
        position.unrealizedPnl,
      ])
    case 'lot':
      return lotRows(lots())
    case 'income':
      return incomeRows(income())
    default:
      return []
  }
}

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

async function* lotRows(chunks: AsyncIterable<readonly OpenLot[]>): AsyncGenerator<Row> {
  const counts = new Map<string, number>()
  for await (const lots of chunks)
    for (const { accountId, symbol, quantity, openedAt, currency, cost } of lots) {
      const ordinal = counts.get(symbol) ?? 0
      counts.set(symbol, ordinal + 1)
      yield [accountId, symbol, ordinal, quantity, instantOrNull(openedAt), currency, cost]
    }
}

async function* incomeRows(chunks: AsyncIterable<readonly IncomeRow[]>): AsyncGenerator<Row> {
  let ordinal = 0
  for await (const income of chunks)
    for (const row of income)
      yield [
        row.accountId,
        ordinal++,
        row.date,
        row.symbol,
        row.kind,
        row.state,
        row.lateDays,
        row.expected?.low ?? null,
        row.expected?.high ?? null,
        row.expected?.currency ?? null,
        row.currency,
        row.gross,
        row.tax,
        row.net,
        row.each,
        row.pieces?.low ?? null,
        row.pieces?.high ?? null,
        row.source,
        englishIncomeRule(row.rule),
        arrayText(row.transactionIds),
      ]
}

/** A list in PostgreSQL's format of a text array. */
const arrayText = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, (character) => `\\${character}`)}"`).join(',')}}`
