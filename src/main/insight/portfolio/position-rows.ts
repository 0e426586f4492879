import { absolute, divide, sum, toNumber, type Decimal } from '#shared/decimal.ts'
import { hasMarket } from '#shared/has-market.ts'
import type { Account } from '#shared/model/account.ts'
import type { Maturity } from '#shared/model/bond.ts'
import type { InstrumentDetails } from '#shared/model/instrument.ts'
import type { Allocation, AllocationKey, PositionRow } from '#shared/model/portfolio.ts'
import { micOf } from '../market/market-data-permission.ts'
import { heldPositions, type DetailsBySymbol } from './account-summary.ts'
import { valuePosition } from './position-value.ts'

/** A row without its weight in the whole, and without `staleAt`, which depends on markets and windows. */
export type HeldRow = Omit<PositionRow, 'staleAt' | 'weight'>

/**
 * Builds a row for each held position, with figures from the reference data. Nothing is converted to another currency.
 * `maturities`: of the bonds, for readers that show when they end.
 */
export function buildPositionRows(
  accounts: readonly { readonly account: Account; readonly fetchedAt: number }[],
  details: DetailsBySymbol,
  maturities: ReadonlyMap<string, Maturity> = new Map(),
): HeldRow[] {
  return accounts.flatMap(({ account, fetchedAt }) =>
    heldPositions(account).map((position): HeldRow => {
      const known = details.get(position.symbol) ?? null
      const { note, ...value } = valuePosition(position, known)
      return {
        accountId: account.id,
        ...position,
        name: known?.name ?? null,
        type: known?.type ?? null,
        isReferenceRead: known !== null || !hasMarket(position.symbol),
        ...expiryOf(known, maturities.get(position.symbol)),
        lots: known?.lotSize == null || position.quantity === null ? null : divide(position.quantity, known.lotSize),
        priceDecimals: known?.decimals ?? null,
        ...value,
        valueNote: hasMarket(position.symbol) ? note : { code: 'no-market' },
        valueInBase: null,
        dayInBase: null,
        unrealizedInBase: null,
        fetchedAt,
      }
    }),
  )
}

/** A bond without a maturity keeps the incomplete date that the service sends. */
function expiryOf(known: InstrumentDetails | null, maturity: Maturity | undefined) {
  const expiresOn = maturity?.on ?? known?.expirationDate ?? null
  return { expiresOn, expirySource: maturity?.source ?? (expiresOn === null ? null : ('served' as const)) }
}

/**
 * Allocates the gross value in each currency, largest slice first. `share` is a fraction. A position without a value is
 * listed in `missing` of its currency. All positions of unknown currency are `missing` in `''`, because their values
 * cannot be added.
 */
export function allocate(rows: readonly HeldRow[], by: AllocationKey): Allocation[] {
  return [...Map.groupBy(rows, (row) => row.currency ?? '')].map(([currency, inCurrency]) => {
    const valued = valuedRows(inCurrency)
    const gross = grossOf(valued)
    const slices = [...Map.groupBy(valued, (row) => allocationKey(row, by))].map(([key, members]) => {
      const value = grossOf(members)
      const label = by === 'instrument' ? (members[0]?.name ?? key) : key
      return { key, label, value, share: ratio(value, gross) ?? 0 }
    })
    const missing = inCurrency.filter((row) => row.value === null || row.currency === null).map((row) => row.symbol)
    return {
      currency,
      gross: valued.length === 0 ? null : gross,
      slices: slices.sort((a, b) => b.share - a.share),
      missing: [...new Set(missing)],
      rates: [],
      notConverted: [],
      includesCash: false,
    }
  })
}

/** Returns the key of the slice that a position belongs to. */
export function allocationKey(row: HeldRow, by: AllocationKey): string {
  if (by === 'instrument') return row.symbol
  if (by === 'type') return row.type ?? 'UNKNOWN'
  return by === 'currency' ? (row.currency ?? '') : micOf(row.symbol)
}

type Valued = HeldRow & { readonly value: Decimal; readonly currency: string }

const valuedRows = (rows: readonly HeldRow[]): Valued[] =>
  rows.flatMap(({ value, currency, ...row }) =>
    value === null || currency === null ? [] : [{ ...row, value, currency }],
  )

const grossOf = (rows: readonly Valued[]): Decimal => sum(rows.map((row) => absolute(row.value)))

/** The quotient as a float for display; `null` if the whole is zero. */
function ratio(part: Decimal, whole: Decimal): number | null {
  const share = divide(part, whole)
  return share === null ? null : toNumber(share)
}
