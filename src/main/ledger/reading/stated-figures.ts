import { sum, zero, type Decimal } from '#shared/decimal.ts'
import { hasMarket } from '#shared/has-market.ts'
import type { Account } from '#shared/model/account.ts'
import type { DifferenceCause } from '#shared/model/ledger/ledger.ts'
import type { Figure } from '../../insight/ledger/reconcile/evidence.ts'
import { parseUnits } from '../../insight/lots/units.ts'
import { tickerOf } from '../../insight/symbol-matches.ts'
import type { UnnamedReconciliation } from './differences.ts'

/** The figures that the service states, by symbol or currency; `null` if it states no number. */
type Stated = ReadonlyMap<string, Decimal | null>

/** Pieces by symbol; several positions of one symbol are added. */
export const statedPieces = (positions: Account['positions']): Stated =>
  new Map(
    [...Map.groupBy(positions, ({ symbol }) => symbol)].map(([symbol, own]) => {
      const known = own.flatMap(({ quantity }) => quantity ?? [])
      return [symbol, known.length < own.length ? null : sum(known)]
    }),
  )

/**
 * The stated pieces with a position without a market under the symbol of its rows, if exactly one replayed symbol that is
 * not itself stated has this ticker.
 */
export function withMarkets(stated: Stated, replayed: ReadonlyMap<string, bigint>): Stated {
  const marketOf = (symbol: string): string => {
    if (hasMarket(symbol) || (replayed.get(symbol) ?? 0n) !== 0n) return symbol
    const [only, ...others] = [...replayed].flatMap(([key, pieces]) =>
      pieces !== 0n && tickerOf(key) === symbol && !stated.has(key) ? [key] : [],
    )
    return only === undefined || others.length > 0 ? symbol : only
  }
  return new Map([...stated].map(([symbol, pieces]) => [marketOf(symbol), pieces]))
}

export const statedCash = (cash: Account['cash']): Stated =>
  new Map(
    [...Map.groupBy(cash, ({ currency }) => currency)].map(([currency, own]) => [
      currency,
      sum(own.map(({ amount }) => amount)),
    ]),
  )

/**
 * A figure without the rows after the statement. They are included if the figure of the service includes them: the service may
 * date a commission to the end of the day and include it at once.
 */
export const untilStatement = (stated: Decimal | null, all: bigint, later: bigint): bigint =>
  stated !== null && parseUnits(stated) === all ? all : all - later

/** The figures that at least one side has. */
export function union(
  stated: Stated,
  replayed: ReadonlyMap<string, bigint>,
  read: (key: string, replayed: bigint, stated: Decimal | null) => Pick<Figure, 'replayed' | 'opening'>,
): Figure[] {
  const keys = [...new Set([...stated.keys(), ...replayed.keys()])].sort()
  return keys.flatMap((key): Figure[] => {
    const figure = stated.has(key) ? (stated.get(key) ?? null) : zero
    const own = read(key, replayed.get(key) ?? 0n, figure)
    if (!stated.has(key) && own.replayed === 0n && own.opening === null) return []
    return [{ key, stated: figure, ...own }]
  })
}

const notLoaded = (): DifferenceCause => ({
  kind: 'not-loaded',
  reasons: [{ code: 'not-loaded' }],
  transactionIds: [],
})

/** The figures of the service when they cannot be compared. */
export function partial(
  { id, positions, cash }: Account,
  statedAt: number,
  needsNewerRows: boolean,
): UnnamedReconciliation {
  const unknown = { replayed: null, difference: null, causes: [notLoaded()], opening: null }
  return {
    accountId: id,
    coverage: 'partial',
    positions: [...statedPieces(positions)].map(([symbol, stated]) => ({ symbol, stated, ...unknown })),
    cash: [...statedCash(cash)].map(([currency, stated]) => ({ currency, stated, ...unknown })),
    statedAt,
    differenceCount: null,
    needsNewerRows,
  }
}
