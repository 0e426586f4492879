import type { Account, Position } from '#shared/model/account.ts'
import type { IncomeRow } from '#shared/model/ledger/income.ts'
import type { OpenLot } from '#shared/model/ledger/ledger.ts'
import type { RealizedLot } from '#shared/model/ledger/realized-lots.ts'
import type { UnreadableRows } from '#shared/model/transaction/history.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { englishIncomeRule } from '#shared/text/income-rule.ts'
import type { InstrumentFacts } from '../../cache/instrument-facts.ts'
import { currencySource } from '../csv.ts'
import { tableOf, type ColumnOf, type ExportTable } from './table.ts'

/** Rows in chunks. */
export type Chunks<Row> = () => Iterable<readonly Row[]>

type OfTransaction = Pick<TransactionRow, 'accountId' | 'transaction'>

/** The columns that every table of transactions has. */
export const idColumns: readonly ColumnOf<OfTransaction>[] = [
  ['account', 'text', 'Account id', (row) => row.accountId],
  ['time', 'time', 'UTC', ({ transaction }) => transaction.at],
  ['id', 'text', 'Of the service', ({ transaction }) => transaction.id],
]
export const subjectColumns: readonly ColumnOf<OfTransaction>[] = [
  ['category', 'text', 'Of the service', ({ transaction }) => transaction.category],
  ['name', 'text', 'As the service names it', ({ transaction }) => transaction.name],
  ['symbol', 'text', 'TICKER@MIC; empty for money alone', ({ transaction }) => transaction.symbol],
]
export const figureColumns: readonly ColumnOf<OfTransaction>[] = [
  ['currency', 'text', 'Of the amount', ({ transaction }) => transaction.change?.currency],
  ['amount', 'number', 'Money, signed', ({ transaction }) => transaction.change?.amount],
  ['quantity', 'number', 'Pieces, signed, as sent', ({ transaction }) => transaction.changeQuantity],
  ['trade_size', 'number', 'Pieces of the trade', ({ transaction }) => transaction.trade?.size],
  ['trade_price', 'number', 'A bond in percent of its face', ({ transaction }) => transaction.trade?.price],
  ['accrued_interest', 'number', 'Money', ({ transaction }) => transaction.trade?.accruedInterest],
]

export const transactionTable = (chunks: Chunks<TransactionRow>): ExportTable =>
  tableOf(
    { name: 'transactions', about: 'Every transaction, oldest first. Unique by account and id.' },
    [
      ...idColumns,
      ['kind', 'text', 'What it is; unknown where neither a rule nor the user says it', (row) => row.kind],
      ['kind_rule', 'text', 'How the kind was found', (row) => row.kindRule],
      ...subjectColumns,
      ['instrument', 'text', 'Name of the instrument', (row) => row.instrumentName],
      ...figureColumns,
      ['currency_source', 'text', 'stated; assumed: the only one of the account; unknown', currencySource],
    ],
    chunks,
  )

/** What a workbook lacks. */
export const remarkTable = (remarks: readonly string[]): ExportTable =>
  tableOf<string>(
    { name: 'remarks', about: 'What the other tables lack.' },
    [['remark', 'text', 'A sentence', (remark) => remark]],
    () => [remarks],
  )

export const accountTable = (chunks: Chunks<{ account: Account; fetchedAt: number }>): ExportTable =>
  tableOf(
    { name: 'accounts', about: 'The accounts as the service last stated them.' },
    [
      ['account', 'text', 'Account id', ({ account }) => account.id],
      ['type', 'text', 'As sent', ({ account }) => account.type],
      ['status', 'text', 'As sent', ({ account }) => account.status],
      ['equity', 'number', 'As sent, without a currency', ({ account }) => account.equity],
      ['unrealized_profit', 'number', 'As sent', ({ account }) => account.unrealizedProfit],
      ['cash', 'text', 'Amount and currency, separated by a semicolon', ({ account }) => cashText(account)],
      ['opened', 'time', 'UTC', ({ account }) => account.openedAt],
      ['stated', 'time', 'When the service stated it, UTC', ({ fetchedAt }) => fetchedAt],
    ],
    chunks,
  )

const cashText = ({ cash }: Account): string => cash.map(({ amount, currency }) => `${amount} ${currency}`).join('; ')

interface HeldPosition {
  readonly accountId: string
  readonly position: Position
  readonly facts: InstrumentFacts
}

export const positionTable = (chunks: Chunks<HeldPosition>): ExportTable =>
  tableOf(
    { name: 'positions', about: 'The positions as the service last stated them.' },
    [
      ['account', 'text', 'Account id', ({ accountId }) => accountId],
      ['symbol', 'text', 'TICKER@MIC', ({ position }) => position.symbol],
      ['instrument', 'text', 'Name', ({ facts }) => facts.name],
      ['type', 'text', 'As sent', ({ facts }) => facts.type],
      ['quantity', 'number', 'Pieces, signed', ({ position }) => position.quantity],
      ['average_price', 'number', 'As sent', ({ position }) => position.averagePrice],
      ['current_price', 'number', 'As sent', ({ position }) => position.currentPrice],
      ['unrealized_profit', 'number', 'As sent', ({ position }) => position.unrealizedPnl],
      ['daily_profit', 'number', 'As sent', ({ position }) => position.dailyPnl],
    ],
    chunks,
  )

export const openLotTable = (chunks: Chunks<OpenLot>): ExportTable =>
  tableOf(
    { name: 'lots', about: 'Open lots by the chosen method. A short lot has negative pieces and cost.' },
    [
      ['account', 'text', 'Account id', (lot) => lot.accountId],
      ['symbol', 'text', 'TICKER@MIC', (lot) => lot.symbol],
      ['quantity', 'number', 'Pieces, signed', (lot) => lot.quantity],
      ['opened', 'time', 'UTC; empty where it is not known', (lot) => lot.openedAt],
      ['currency', 'text', 'Of the cost', (lot) => lot.currency],
      ['cost', 'number', 'Of all pieces, without accrued interest; empty where it is not known', (lot) => lot.cost],
    ],
    chunks,
  )

export const realizedTable = (chunks: Chunks<RealizedLot>): ExportTable =>
  tableOf(
    { name: 'realized-lots', about: 'What was closed, by the chosen method, oldest first.' },
    [
      ['account', 'text', 'Account id', (lot) => lot.accountId],
      ['symbol', 'text', 'TICKER@MIC', (lot) => lot.symbol],
      ['pieces', 'number', 'Closed together', (lot) => lot.pieces],
      ['opened', 'time', 'UTC; empty where it is not known', (lot) => lot.openedAt],
      ['closed', 'time', 'UTC', (lot) => lot.closedAt],
      ['holding_days', 'number', 'Whole UTC days', (lot) => lot.holdingDays],
      ['currency', 'text', 'Of cost, proceeds and profit', (lot) => lot.currency],
      ['cost', 'number', 'Empty where it is not known', (lot) => lot.cost],
      ['proceeds', 'number', 'Empty where it is not known', (lot) => lot.proceeds],
      ['profit', 'number', 'Proceeds less cost', (lot) => lot.profit],
    ],
    chunks,
  )

export const unreadableTable = (
  chunks: Chunks<{ readonly accountId: string; readonly rows: UnreadableRows }>,
): ExportTable =>
  tableOf(
    { name: 'unreadable', about: 'Transactions that the service sent and that could not be read: no table has them.' },
    [
      ['account', 'text', 'Account id', ({ accountId }) => accountId],
      ['from', 'time', 'UTC: they are of this time or later', ({ rows }) => rows.from],
      ['to', 'time', 'UTC: they are earlier than this', ({ rows }) => rows.to],
      ['transactions', 'number', 'How many', ({ rows }) => String(rows.count)],
    ],
    chunks,
  )

export const incomeTable = (chunks: () => AsyncIterable<readonly IncomeRow[]>): ExportTable =>
  tableOf(
    { name: 'income', about: 'Dividends, coupons and repayments: what was expected, and what came.' },
    [
      ['account', 'text', 'Account id', (row) => row.accountId],
      ['date', 'text', 'Of the event', (row) => row.date],
      ['symbol', 'text', 'TICKER@MIC', (row) => row.symbol],
      ['instrument', 'text', 'Name', (row) => row.name],
      ['kind', 'text', 'What is paid', (row) => row.kind],
      ['state', 'text', 'Whether it came', (row) => row.state],
      ['currency', 'text', 'Of gross, tax and net', (row) => row.currency],
      ['expected_low', 'number', 'In expected_currency', (row) => row.expected?.low],
      ['expected_high', 'number', 'In expected_currency', (row) => row.expected?.high],
      ['expected_currency', 'text', 'Of the event', (row) => row.expected?.currency],
      ['gross', 'number', 'Received', (row) => row.gross],
      ['tax', 'number', 'Withheld', (row) => row.tax],
      ['net', 'number', 'Gross less tax', (row) => row.net],
      ['transactions', 'text', 'Their ids', (row) => row.transactionIds.join(' ')],
      ['rule', 'text', 'How it was found', (row) => englishIncomeRule(row.rule)],
    ],
    chunks,
  )
