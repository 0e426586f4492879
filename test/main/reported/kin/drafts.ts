import type { ReportedAccount, ReportedCase, ReportedRow } from '../reported-accounts.ts'

// A short form of accounts like the reported ones. Their expected figures are worked out by hand.

export type Draft = Omit<ReportedRow, 'id'>
export type Instrument = ReportedCase['instruments'][string]

/** What the screens show of the account `a`; only the named figures are compared. */
export interface Expected {
  /** The kinds of the rows after the first one. */
  readonly kinds?: readonly string[]
  /** Ticker, pieces and cost of each open lot, sorted. */
  readonly lots?: readonly string[]
  /** The lots of the account `b`. */
  readonly lotsOfB?: readonly string[]
  readonly realized?: string
  /** How many realized lots have no profit. */
  readonly unknown?: number
  readonly netDeposits?: string
  readonly income?: string
  readonly fees?: string
  readonly taxes?: string
  /** Reason and amount of each part of the remainder. */
  readonly remainder?: readonly string[]
  /** State, currency, gross, tax and net of each income of the past. */
  readonly payments?: readonly string[]
  /** The time-weighted return of the account from 2025 on, or of an instrument. */
  readonly twr?: Readonly<Record<string, number | null>>
  /** The only money-weighted rate; a text is the reason why there is none. */
  readonly xirr?: number | string
  readonly drawdown?: number | null
  /** Differences of Reconciliation. */
  readonly differences?: number
  /** The value at the end of a day, in the only currency. */
  readonly values?: Readonly<Record<string, string | null>>
}

export interface Kin {
  readonly shown: ReportedCase
  readonly expected: Expected
}

let lastId = 40_000

interface Rest {
  readonly instruments?: Readonly<Record<string, Partial<Instrument>>>
  readonly positions?: Readonly<Record<string, string>>
  readonly cash?: Readonly<Record<string, string>>
  /** The rows, positions and cash of another account. */
  readonly b?: Partial<Omit<ReportedAccount, 'rows'>> & { readonly rows: readonly Draft[] }
  readonly ids?: 'falling'
}

/** An account with these rows; instruments that are not described are shares in roubles at 10. */
export function kin(id: string, drafts: readonly Draft[], expected: Expected, rest: Rest = {}): Kin {
  const first = (lastId += 100) - 50
  const step = rest.ids === 'falling' ? -1 : 1
  const rows = drafts.map((draft, index) => ({ id: String(first + step * index), ...draft }))
  const other = rest.b && {
    positions: {},
    cash: {},
    ...rest.b,
    rows: rest.b.rows.map((draft, index) => ({ id: String(first + 30 + index), ...draft })),
  }
  const symbols = new Set([...rows, ...(other?.rows ?? [])].flatMap(({ symbol }) => symbol ?? []))
  for (const symbol of Object.keys(rest.instruments ?? {})) symbols.add(symbol)
  return {
    expected,
    shown: {
      ...{ id, what: '', question: '', expect: {}, reason: '' },
      instruments: Object.fromEntries(
        [...symbols].map((each) => [
          each,
          { type: 'EQUITIES', currency: 'RUB', price: '10', ...rest.instruments?.[each] },
        ]),
      ),
      accounts: {
        a: { rows, positions: rest.positions ?? {}, cash: rest.cash ?? {} },
        ...(other && { b: other }),
      },
    },
  }
}

const atTime = (when: string): string => (when.includes('T') ? `${when}:00Z` : `${when}T09:00:00Z`)

export const money = (when: string, name: string, change: string, category = 'OTHERS', currency = 'RUB'): Draft => ({
  ...{ at: atTime(when), category, name, change, currency },
})
export const deposit = (when: string, change: string, currency = 'RUB'): Draft =>
  money(when, 'Ввод денежных средств', change, 'DEPOSIT', currency)
export const withdrawal = (when: string, change: string, currency = 'RUB'): Draft =>
  money(when, 'Вывод денежных средств', change, 'WITHDRAW', currency)
export const interest = (when: string, change: string): Draft => money(when, 'Проценты на остаток', change, 'INCOME')
export const trade = (
  when: string,
  symbol: string,
  size: string,
  price: string,
  change: string,
  more: Partial<Draft> = {},
): Draft => ({
  ...{ at: atTime(when), category: 'OTHERS', name: change.startsWith('-') ? 'Покупка' : 'Продажа' },
  ...{ symbol, size, price, change, currency: 'RUB', ...more },
})
export const pieces = (
  when: string,
  name: string,
  symbol: string,
  change_qty: string,
  category = 'TRANSFER',
): Draft => ({
  ...{ at: atTime(when), category, name, symbol, change_qty },
})
export const paid = (
  when: string,
  name: string,
  symbol: string,
  change: string,
  currency = 'RUB',
  category = 'INCOME',
): Draft => ({
  ...{ at: atTime(when), category, name, symbol, change, currency },
})
export const tax = (when: string, change: string, more: Partial<Draft> = {}): Draft => ({
  ...money(when, 'Налог', change, 'TAX'),
  ...more,
})
export const amortization = (date: string, value: string, new_face: string) => ({
  date,
  type: 'AMORTIZATION',
  value,
  new_face,
})
export const coupon = (date: string, value: string) => ({ date, type: 'COUPON', value })
