import type { Cell } from '../copy-text.ts'

/** A table of a subject. Its first column (after the writer) contains the unit. */
export interface SubjectTable {
  readonly name: string
  readonly key: readonly string[]
  readonly columns: readonly string[]
}

/** Tables in which a unit (an account, a symbol) is always written as a whole. */
export interface Subject {
  readonly name: string
  /** The column of the unit, in all tables of the subject. */
  readonly unit: 'account_id' | 'symbol'
  /** Whether each writer has its own rows. Otherwise the newest statement of a unit is stored. */
  readonly isOwn: boolean
  readonly tables: readonly SubjectTable[]
}

export type Row = readonly Cell[]
export type Rows = Iterable<Row> | AsyncIterable<Row>

/** An account or a symbol of the cache or the journal: its rows by table, in the order of its columns. */
export interface Unit {
  readonly unit: string
  /** UTC ms. */
  readonly statedAt: number
  /** The rows of a table, in the order of its columns: once for the fingerprint, and again to send them. */
  readonly rows: (table: string) => Rows
}

/** A unit with a few rows, which are in memory. */
export const smallUnit = (unit: string, statedAt: number, table: string, rows: readonly Row[]): Unit => ({
  unit,
  statedAt,
  rows: (name) => (name === table ? rows : []),
})

const table = (name: string, key: readonly string[], others: readonly string[]): SubjectTable => ({
  name,
  key,
  columns: [...key, ...others],
})

export const accountSubject: Subject = {
  name: 'account',
  unit: 'account_id',
  isOwn: false,
  tables: [
    table(
      'account',
      ['account_id'],
      [
        'type',
        'status',
        'equity',
        'unrealized_profit',
        'available_cash',
        'initial_margin',
        'maintenance_margin',
        'money_reserved',
        'opened_at',
        'is_history_whole',
        'stated_at',
      ],
    ),
    table('cash', ['account_id', 'ordinal'], ['currency', 'amount']),
    table(
      'position',
      ['account_id', 'ordinal'],
      [
        'symbol',
        'quantity',
        'average_price',
        'current_price',
        'maintenance_margin',
        'daily_profit',
        'unrealized_profit',
      ],
    ),
    table('lot', ['account_id', 'symbol', 'ordinal'], ['quantity', 'opened_at', 'currency', 'cost']),
    table(
      'income',
      ['account_id', 'ordinal'],
      [
        'day',
        'symbol',
        'kind',
        'state',
        'late_days',
        'expected_low',
        'expected_high',
        'expected_currency',
        'currency',
        'gross',
        'tax',
        'net',
        'per_piece',
        'pieces_low',
        'pieces_high',
        'source',
        'rule',
        'transaction_ids',
      ],
    ),
  ],
}

export const quoteSubject: Subject = {
  name: 'quote',
  unit: 'symbol',
  isOwn: false,
  tables: [
    table(
      'quote',
      ['symbol'],
      [
        'at',
        'at_text',
        'bid',
        'ask',
        'last',
        'last_size',
        'open',
        'high',
        'low',
        'close',
        'change',
        'volume',
        'turnover',
        'read_at',
      ],
    ),
  ],
}

export const instrumentSubject: Subject = {
  name: 'instrument',
  unit: 'symbol',
  isOwn: false,
  tables: [table('instrument', ['symbol'], ['name', 'type'])],
}

export const recordedEquitySubject: Subject = {
  name: 'recorded_equity',
  unit: 'account_id',
  isOwn: true,
  tables: [table('recorded_equity', ['account_id', 'at'], ['until', 'equity'])],
}

export const recordedQuoteSubject: Subject = {
  name: 'recorded_quote',
  unit: 'symbol',
  isOwn: true,
  tables: [table('recorded_quote', ['symbol', 'at'], ['last'])],
}
