import { readAccountIncome, type AccountIncome } from '#main/insight/income/account-income.ts'
import {
  readBondEvent,
  readDividend,
  type IncomeEvent,
  type UnnamedIncomeRow,
} from '#main/insight/income/income-event.ts'
import { IssuerNames } from '#main/insight/income/issuer-names.ts'
import type { RateOfDay } from '#main/insight/income/other-currency.ts'
import { compareRows, type LedgerRow } from '#main/insight/ledger/row.ts'
import { parseUnits } from '#main/insight/lots/units.ts'
import type { BondEvent } from '#shared/model/instrument.ts'
import { d } from '../make.ts'

export const now = Date.parse('2026-06-30T12:00:00Z')
export const symbol = 'AAA@XXXX'

export const units = (text: string): bigint => parseUnits(text) ?? 0n
/** Noon UTC of a date (UTC ms). */
export const noonOf = (date: string): number => Date.parse(`${date}T12:00:00Z`)

export const dividend = (date: string, amount: string, of = symbol, currency = 'USD'): IncomeEvent[] =>
  readDividend(of, { date, amount: d(amount), currency })

export const bond = (of: string, event: Partial<BondEvent>): IncomeEvent[] =>
  readBondEvent(of, {
    ...{ date: null, type: 'COUPON', value: null, currency: 'RUB', coupon: null, amortization: null, offer: null },
    ...event,
  })

let lastId = 0
/** Makes a row that pays money, a dividend by default. */
export const paid = (date: string, money: string, over: Partial<LedgerRow> = {}): LedgerRow => ({
  ...{ id: String(++lastId), at: noonOf(date), kind: 'dividend', name: 'Dividends', symbol, currency: 'USD' },
  ...{ money: units(money), changeQuantity: null, trade: null },
  ...over,
})

export interface IncomeInputs {
  readonly events?: readonly IncomeEvent[]
  readonly rows?: readonly LedgerRow[]
  /** Changes of pieces: symbol, date, pieces. */
  readonly moves?: readonly (readonly [symbol: string, date: string, pieces: string])[]
  readonly covered?: readonly { readonly from: number; readonly to: number }[]
  /** The date on which events were last read; `null` if they have never been read. */
  readonly readUntil?: string | null
  readonly names?: Readonly<Record<string, string>>
  readonly accountId?: string
  readonly rateOf?: RateOfDay
}

const from2010 = Date.parse('2010-01-01')

/**
 * Reads the income of an account with these events and rows. It holds ten pieces of `symbol` from 2015 on, unless
 * `moves` are given.
 */
export function incomeOf(inputs: IncomeInputs): AccountIncome {
  const { events = [], rows = [], covered = [{ from: from2010, to: now }], readUntil = '2026-06-30' } = inputs
  const moves = inputs.moves ?? [[symbol, '2015-01-01', '10'] as const]
  const symbols = [...new Set([...moves.map(([instrument]) => instrument), ...rows.map((row) => row.symbol)])].filter(
    (instrument) => instrument !== '',
  )
  const seriesOf = (instrument: string) => {
    let quantity = 0n
    const own = moves.filter(([moved]) => moved === instrument).sort((a, b) => a[1].localeCompare(b[1]))
    return {
      opening: 0n,
      points: own.map(([, date, pieces]) => ({ at: noonOf(date), quantity: (quantity += units(pieces)) })),
    }
  }
  const readDay = readUntil === null ? null : Math.floor(Date.parse(readUntil) / 86_400_000)
  return readAccountIncome(
    {
      ...{ accountId: inputs.accountId ?? '1', symbols, covered, seriesOf, rows: [...rows].sort(compareRows) },
      heldNow: (instrument) => seriesOf(instrument).points.at(-1)?.quantity ?? 0n,
    },
    {
      now,
      rateOf: inputs.rateOf ?? (() => null),
      issuers: new IssuerNames(
        symbols.map((instrument) => ({ symbol: instrument, name: inputs.names?.[instrument] ?? null, isin: '' })),
      ),
      instrumentOf: (instrument) => ({
        symbol: instrument,
        events: events.filter((event) => event.symbol === instrument),
        readUntil: () => readDay,
      }),
    },
  )
}

/** Returns the only row. Throws if there is not exactly one. */
export function onlyRow(inputs: IncomeInputs): UnnamedIncomeRow {
  const { rows } = incomeOf(inputs)
  if (rows.length !== 1 || rows[0] === undefined) throw new Error(`expected one row, found ${rows.length}`)
  return rows[0]
}

/** Returns date, state, gross amount and tax of each row, in the order of the dates. */
export const statesOf = (inputs: IncomeInputs): string[] =>
  incomeOf(inputs).rows.map(({ date, state, gross, tax }) => [date, state, gross ?? '—', tax ?? '—'].join(' '))
