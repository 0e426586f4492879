import type { AccountCharges, ChargeOwner, LinkedRow, TransactionCharges } from '#shared/model/ledger/charges.ts'
import type { Cache } from '../../cache/cache.ts'
import { rowsOf, type AttributedCharge, type TaxOwners } from '../../insight/ledger/attribute-charges.ts'
import { ChargeTotals, chargesOfRow, netMoney } from '../../insight/ledger/charge-totals.ts'
import type { LedgerRow } from '../../insight/ledger/row.ts'
import { formatUnits } from '../../insight/lots/units.ts'
import { decidingWindow, type ChargeReader, type NearRow, type TimeWindow } from './charges.ts'
import { readHistory } from './history.ts'

type Tables = Pick<Cache, 'coverage' | 'history'>

/** A question about all charges of an account, or of one instrument in it. `from` included, `to` excluded, UTC ms. */
export interface ChargeQuestion {
  readonly accountId: string
  readonly symbol: string | null
  readonly from: number | null
  readonly to: number | null
}

/** The totals of the charges of an account; none if a part of the requested time is not loaded. */
export function* readTotals(
  reader: ChargeReader,
  tables: Tables,
  { accountId, symbol, from, to }: ChargeQuestion,
  owners: TaxOwners,
): Generator<void, AccountCharges> {
  const window = { from: from ?? -Infinity, to: to ?? Infinity }
  if (!isLoaded(tables, accountId, window)) return { accountId, coverage: 'partial', totals: [] }
  const totals = new ChargeTotals()
  const parts =
    symbol === null
      ? reader.chargesOf(accountId, window.from, window.to, owners)
      : reader.chargesOfInstrument(accountId, symbol, owners)
  for (const part of parts) {
    totals.add(part.filter(({ charge: { at } }) => at >= window.from && at < window.to))
    yield
  }
  return {
    accountId,
    coverage: 'whole',
    totals: totals.list().map(({ attributed, ofAccount, ambiguous, ...total }) => ({
      ...total,
      attributed: formatUnits(attributed),
      ofAccount: formatUnits(ofAccount),
      ambiguous: formatUnits(ambiguous),
    })),
  }
}

/** Whether the charges around a row may be taxes, whose owners the income of the account decides. */
export const mayHaveTaxes = ({ kind }: Pick<NearRow, 'kind'>): boolean => kind !== 'commission' && kind !== 'buy'

/** The owner of a charge, or the charges of a trade or payment. */
export function* readAround(
  reader: ChargeReader,
  tables: Tables,
  row: NearRow,
  owners: TaxOwners,
): Generator<void, TransactionCharges> {
  const isCharge = row.kind === 'commission' || row.kind === 'tax'
  const nothing = { owner: null, charges: [], possible: [], rowCount: 0, money: null }
  if (!isLoaded(tables, row.accountId, decidingWindow(row))) {
    return { ...nothing, owner: isCharge ? { kind: 'not-loaded', rows: [] } : null, isLoaded: false }
  }
  const near: AttributedCharge[] = []
  for (const part of reader.chargesNear(row, owners)) {
    near.push(...part)
    yield
  }
  if (isCharge) return { ...nothing, owner: ownerOf(near.find(({ charge }) => charge.id === row.id)), isLoaded: true }
  const own = chargesOfRow(row.id, near)
  const money = netMoney(own)
  return {
    owner: null,
    charges: own.charges.map(link),
    possible: own.possible.map(link),
    rowCount: own.rows.length,
    isLoaded: true,
    money: money === null ? null : formatMoney(money),
  }
}

const formatMoney = ({ currency, money, fees, taxes, net }: NonNullable<ReturnType<typeof netMoney>>) => ({
  currency,
  gross: formatUnits(money),
  fees: formatUnits(fees),
  taxes: formatUnits(taxes),
  net: net === null ? null : formatUnits(net),
})

/** A charge without money has no owner. */
function ownerOf(attributed: AttributedCharge | undefined): ChargeOwner {
  if (attributed === undefined) return { kind: 'account', rows: [] }
  return { kind: attributed.owner.kind, rows: rowsOf(attributed.owner).map(link) }
}

const link = ({ id, at, kind, name, symbol, currency, money }: LedgerRow): LinkedRow => ({
  id,
  at,
  kind,
  name,
  symbol,
  money: currency === null || money === null ? null : { currency, amount: formatUnits(money) },
})

/**
 * Whether all rows of a time range are loaded. After the newest loaded row more rows may come; before the first row of the
 * history there are none.
 */
function isLoaded(tables: Tables, accountId: string, { from, to }: TimeWindow): boolean {
  const { covered, beginsAt } = readHistory(tables, accountId)
  const newest = covered.at(-1)
  if (newest === undefined) return false
  const start = beginsAt === null ? from : Math.max(from, beginsAt)
  const end = Math.min(to, newest.to)
  if (tables.history.gaps(accountId).some((gap) => gap.from < end && gap.to > start)) return false
  return start >= end || covered.some((part) => part.from <= start && part.to >= end)
}
