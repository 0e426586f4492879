import fc from 'fast-check'
import type { Evidence, Figure } from '#main/insight/ledger/reconcile/evidence.ts'
import { compareRows, type LedgerRow } from '#main/insight/ledger/row.ts'
import { formatUnits } from '#main/insight/lots/units.ts'
import { makeRow } from '../make-row.ts'
import { openLedger, noOpenings, replay } from '../replay.ts'

export const statedAt = Date.UTC(2026, 2, 4, 12)
const start = Date.UTC(2023, 0, 9)
const symbols = ['AAA@MISX', 'BBB@MISX', 'CCC@MISX', 'DDD@MISX']

/** A random row of an account: trades, dividends, commissions and deposits in two currencies. */
export const anyRow = fc
  .record({
    kind: fc.constantFrom(...(['buy', 'buy', 'sell', 'dividend', 'commission', 'deposit'] as const)),
    symbol: fc.constantFrom(...symbols),
    currency: fc.constantFrom('RUB', 'RUB', 'USD'),
    pieces: fc.integer({ min: 1, max: 5000 }),
    cents: fc.integer({ min: 1, max: 99_999_999 }),
    minutes: fc.nat(1000 * 24 * 60),
  })
  .map(({ kind, symbol, currency, pieces, cents, minutes }): LedgerRow => {
    const isTrade = kind === 'buy' || kind === 'sell'
    const sign = kind === 'buy' || kind === 'commission' ? -1 : 1
    return makeRow(kind, {
      ...{ at: start + minutes * 60_000, currency, symbol: isTrade || kind === 'dividend' ? symbol : '' },
      money: ((sign * cents) / 100).toFixed(2),
      ...(isTrade && { pieces: String(-sign * pieces), trade: { size: String(pieces) } }),
    })
  })

/** Random rows with different ids, in the order of the replay. */
export const anyRows = fc
  .array(anyRow, { minLength: 5, maxLength: 60 })
  .map((rows) => rows.map((row, index) => ({ ...row, id: String(1000 + index) })).sort(compareRows))

const options = { method: 'fifo' as const }
const replayRows = (rows: readonly LedgerRow[]) => replay(openLedger(noOpenings, options), rows, options)

/** The figures of an account: those reported follow from `truth`, those replayed from `loaded`. */
export function figuresOf(truth: readonly LedgerRow[], loaded: readonly LedgerRow[]) {
  const [stated, replayed] = [replayRows(truth), replayRows(loaded)]
  const quantity = (state: typeof stated, symbol: string) => state.holdings.get(symbol)?.quantity ?? 0n
  const figure = (key: string, a: bigint, b: bigint): Figure => ({
    key,
    stated: formatUnits(a),
    replayed: b,
    opening: null,
  })
  const currencies = new Set([...stated.cash.keys(), ...replayed.cash.keys()])
  return {
    positions: symbols.map((key) => figure(key, quantity(stated, key), quantity(replayed, key))),
    cash: [...currencies].map((key) => figure(key, stated.cash.get(key) ?? 0n, replayed.cash.get(key) ?? 0n)),
  }
}

/** Evidence that consists of these rows. */
export const evidenceOf = (rows: readonly LedgerRow[], more: Partial<Evidence> = {}): Evidence => ({
  statedAt,
  rowsOf: (symbol) => rows.filter((row) => row.symbol === symbol),
  rowsWithMoney: (currency, amounts) =>
    rows.filter((row) => row.currency === currency && row.money !== null && amounts.includes(row.money)),
  rowsSince: (at) => rows.filter((row) => row.at >= at),
  lotSizeOf: () => null,
  faces: new Map(),
  events: [],
  ...{ unreadable: [], withoutInstrument: [], withdrawn: [], missing: [] },
  ...more,
})
