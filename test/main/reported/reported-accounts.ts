import { readdirSync, readFileSync } from 'node:fs'
import type { RecordedAnswer } from '../../fakes/recorded/recorded-answers.ts'
import { answer, openReplayed, type Replayed } from '../recorded/replayed-profile.ts'

// Accounts of public bug reports, as the service would send them. `test/fixtures/reported` has one file for each report:
// its rows in a short form, what the service states, and the expected figures with their reason.

export interface ReportedRow {
  readonly id: string
  readonly at: string
  readonly category: string
  readonly name: string
  readonly change?: string
  readonly currency?: string
  readonly symbol?: string
  readonly size?: string
  readonly price?: string
  readonly accrued?: string
  readonly change_qty?: string
}

interface ReportedInstrument {
  readonly type: string
  readonly currency: string
  readonly price?: string
  readonly face?: string
  readonly lot?: string
  readonly name?: string
  readonly expires?: string
  readonly archived?: boolean
  readonly events?: readonly { date: string; type: string; value: string; new_face?: string }[]
  readonly dividends?: readonly { date: string; amount: string; currency: string }[]
}

export interface ReportedAccount {
  readonly rows: readonly ReportedRow[]
  readonly positions: Readonly<Record<string, string>>
  readonly cash: Readonly<Record<string, string>>
}

export interface ReportedCase {
  readonly id: string
  readonly what: string
  readonly question: string
  readonly expect: Readonly<Record<string, unknown>>
  readonly reason: string
  readonly instruments: Readonly<Record<string, ReportedInstrument>>
  readonly accounts: Readonly<Record<string, ReportedAccount>>
}

const folder = new URL('../../fixtures/reported/', import.meta.url)

export const reportedCases: readonly ReportedCase[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as ReportedCase)

const decimal = (value: string) => ({ value })

/** The calendar date of the service. */
function dateToWire(text: string) {
  const [year, month, day] = text.split('-').map(Number)
  return { year, month, day }
}

function moneyToWire(amount: string, currency: string) {
  const [units = '0', fraction = ''] = amount.split('.')
  const nanos = Number(`${amount.startsWith('-') ? '-' : ''}${fraction.padEnd(9, '0')}`)
  return { currency_code: currency, units, nanos }
}

function rowToWire(row: ReportedRow) {
  const { id, at, category, name, change, currency = '', symbol = '', size, price, accrued, change_qty } = row
  return {
    ...{ id, category, transaction_category: category, timestamp: at, symbol, transaction_name: name },
    ...(change !== undefined && { change: moneyToWire(change, currency) }),
    change_qty: decimal(change_qty ?? '0.0'),
    ...(size !== undefined && {
      trade: { size: decimal(size), price: decimal(price ?? '0.0'), accrued_interest: decimal(accrued ?? '0.0') },
    }),
  }
}

function answersOfInstrument(
  symbol: string,
  { type, currency, price, face, lot = '1.0', name = symbol, expires, archived = false, ...lists }: ReportedInstrument,
): RecordedAnswer[] {
  const [ticker, mic] = symbol.split('@')
  const events = (lists.events ?? []).map(({ date, type: kind, value, new_face }) => ({
    ...{ date: dateToWire(date), type: kind, value: decimal(value), currency },
    ...(kind === 'COUPON' && { coupon_details: {} }),
    ...(new_face !== undefined && { amortization_details: { new_face_value: decimal(new_face) } }),
  }))
  const dividends = (lists.dividends ?? []).map(({ date, amount, ...each }) => ({
    ...{ date: dateToWire(date), amount: decimal(amount), ...each },
  }))
  const ofSymbol = { query: { symbol } }
  const pagination = { total: 0, limit: 100, offset: 0, has_next: false }
  return [
    answer(`/v1/assets/${symbol}`, {
      ...{ ticker, mic, name, type, decimals: 2, min_step: '1', lot_size: decimal(lot), quote_currency: currency },
      ...(type === 'BONDS' && { bond_details: { bond_face_value: decimal(face ?? '1000.0'), currency } }),
      ...(type === 'FUTURES' &&
        expires !== undefined && { future_details: { expiration_date: `${expires}T00:00:00Z` } }),
    }),
    answer('/v1/bonds/past', { symbol, pagination, events }, ofSymbol),
    answer('/v1/past-dividends', { pagination, dividends }, ofSymbol),
    ...(price === undefined || archived
      ? []
      : [
          answer(`/v1/instruments/${symbol}/quotes/latest`, {
            ...{ symbol, quote: { symbol, timestamp: '2026-11-30T08:59:00Z', last: decimal(price) } },
          }),
        ]),
  ]
}

function answersOfAccount(
  id: string,
  { rows, positions, cash }: ReportedAccount,
  priceOf: (symbol: string) => string,
): RecordedAnswer[] {
  return [
    answer(`/v1/accounts/${id}`, {
      ...{ account_id: id, type: 'UNION', status: 'ACCOUNT_ACTIVE' },
      ...{ unrealized_profit: decimal('0.0'), open_account_date: '2024-12-01T00:00:00Z' },
      positions: Object.entries(positions).map(([symbol, quantity]) => ({
        ...{ symbol, quantity: decimal(quantity), current_price: decimal(priceOf(symbol)) },
      })),
      cash: Object.entries(cash).map(([currency, amount]) => moneyToWire(amount, currency)),
    }),
    answer(`/v1/accounts/${id}/transactions`, { transactions: rows.map(rowToWire) }),
  ]
}

export interface ReportedProfile extends Replayed {
  /** The id of an account of a case: `a`, or another key of its `accounts`. */
  readonly accountOf: (caseId: string, key?: string) => string
}

/** One profile that holds the accounts of all these cases. Their symbols differ, so they do not touch each other. */
export async function openReported(cases: readonly ReportedCase[]): Promise<ReportedProfile> {
  const accounts = cases.flatMap((each, index) =>
    Object.entries(each.accounts).map(([key, account], place) => ({
      ...{ name: `${each.id} ${key}`, id: String(2_000_000 + index * 10 + place), account },
      priceOf: (symbol: string) => each.instruments[symbol]?.price ?? '0.0',
    })),
  )
  const answers = [
    ...cases.flatMap(({ instruments }) =>
      Object.entries(instruments).flatMap(([symbol, each]) => answersOfInstrument(symbol, each)),
    ),
    ...accounts.flatMap(({ id, account, priceOf }) => answersOfAccount(id, account, priceOf)),
  ]
  const ids = new Map(accounts.map(({ name, id }) => [name, id]))
  const replayed = await openReplayed([], answers, [...ids.values()])
  const accountOf = (caseId: string, key = 'a'): string => {
    const id = ids.get(`${caseId} ${key}`)
    if (id === undefined) throw new Error(`There is no account ${key} of the case ${caseId}.`)
    return id
  }
  return { ...replayed, accountOf }
}
