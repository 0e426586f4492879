import { decimalPattern } from '#shared/decimal.ts'
import { OpenLots, type OpenLotsState, type UnitLot } from '../lots/open-lots.ts'
import { formatUnits, parseUnits } from '../lots/units.ts'
import type { HoldingState, ParkedLots } from './holding-state.ts'
import { reversedPieces, type LentPieces } from './lent-pieces.ts'
import type { Repaid } from './repayments.ts'

/** Writes a holding as JSON text for a checkpoint. Pieces and money are decimal text. */
export function writeHolding({ quantity, currency, lots, cautious, ...rare }: HoldingState): string {
  const own = [formatUnits(quantity), currency, writeLots(lots), cautious === null ? null : writeLots(cautious)]
  const isUsual = Object.values(rare).every((each) => each.length === 0)
  return JSON.stringify(isUsual ? own : [...own, rare], (_, value: unknown) =>
    typeof value === 'bigint' ? formatUnits(value) : value,
  )
}

/**
 * Reads a checkpoint; `null` if the text does not have this form, and the holding must be replayed. Throws
 * `SyntaxError` for text that is not JSON.
 */
export function readHolding(text: string): HoldingState | null {
  const parsed: unknown = JSON.parse(text)
  if (!Array.isArray(parsed) || parsed.length < 4 || parsed.length > 5) return null
  const [quantity, currency, lots, cautious, more] = parsed as unknown[]
  const units = readUnits(quantity)
  const [open, cautiousLots] = [readLots(lots), cautious === null ? null : readLots(cautious)]
  if (units === null || open === null || (cautious !== null && cautiousLots === null)) return null
  if (!isCurrency(currency)) return null
  const rare = more === undefined ? nothingRare : readRare(more)
  if (rare === null) return null
  return { quantity: units, currency, lots: open, cautious: cautiousLots, ...rare }
}

type Rare = Pick<HoldingState, 'lent' | 'parked' | 'repaid'>
const nothingRare: Rare = { lent: [], parked: [], repaid: [] }

/** Reads what few holdings have. */
function readRare(value: unknown): Rare | null {
  if (!isRecord(value)) return null
  const lent = readAll(value['lent'], readLent)
  const parked = readAll(value['parked'], readParked)
  const repaid = readAll(value['repaid'], readRepaid)
  return lent === null || parked === null || repaid === null ? null : { lent, parked, repaid }
}

/** Reads lent pieces as `writeHolding` writes them; `null` for any other value. */
export const readLentPieces = (value: unknown): readonly LentPieces[] | null => readAll(value, readLent)

/** Writes lent pieces for JSON text. */
export const writeLentPieces = (lent: readonly LentPieces[]) =>
  lent.map(({ pieces, money, ...each }) => ({
    ...each,
    pieces: formatUnits(pieces),
    money: money === null ? null : formatUnits(money),
  }))

function readLent(value: Readonly<Record<string, unknown>>): LentPieces | null {
  const { kind, at, currency, group } = value
  const [pieces, money] = [readUnits(value['pieces']), readUnits(value['money'])]
  if (pieces === null || (money === null && value['money'] !== null)) return null
  if (!isKind(kind) || typeof at !== 'number' || !isCurrency(currency)) return null
  if (group !== undefined && typeof group !== 'number') return null
  return { kind, at, pieces, money, currency, group }
}

function readParked(value: Readonly<Record<string, unknown>>): ParkedLots | null {
  const { at, currency } = value
  const [pieces, lots] = [readUnits(value['pieces']), readAll(value['lots'], readParkedLot)]
  const cautious = value['cautious'] === null ? null : readAll(value['cautious'], readParkedLot)
  if (pieces === null || lots === null || (cautious === null && value['cautious'] !== null)) return null
  return typeof at !== 'number' || !isCurrency(currency) ? null : { at, pieces, currency, lots, cautious }
}

const readParkedLot = ({ quantity, cost, openedAt }: Readonly<Record<string, unknown>>): UnitLot | null =>
  readLot([quantity, cost, openedAt])

function readRepaid({ at, paid }: Readonly<Record<string, unknown>>): Repaid | null {
  const units = readUnits(paid)
  return typeof at !== 'number' || units === null ? null : { at, paid: units }
}

function readAll<T>(value: unknown, read: (each: Readonly<Record<string, unknown>>) => T | null): readonly T[] | null {
  if (!Array.isArray(value)) return null
  const known = value.map((each: unknown) => (isRecord(each) ? read(each) : null)).filter((each) => each !== null)
  return known.length < value.length ? null : known
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isKind = (value: unknown): value is LentPieces['kind'] => lentKinds.some((kind) => kind === value)
const lentKinds: readonly LentPieces['kind'][] = ['repo', 'securities-loan', 'reversal']
const isCurrency = (value: unknown): value is string | null => value === null || typeof value === 'string'

const writeLots = ({ lots, unknown }: OpenLotsState): unknown[] => [
  formatUnits(unknown),
  ...lots.map(({ quantity, cost, openedAt }) => [
    formatUnits(quantity),
    cost === null ? null : formatUnits(cost),
    openedAt,
  ]),
]

function readLots(value: unknown): OpenLotsState | null {
  if (!Array.isArray(value)) return null
  const [unknown, ...rest] = value as unknown[]
  const units = readUnits(unknown)
  const lots = rest.map(readLot)
  const known = lots.filter((lot) => lot !== null)
  return units === null || known.length < lots.length ? null : { lots: known, unknown: units }
}

function readLot(value: unknown): UnitLot | null {
  if (!Array.isArray(value)) return null
  const [quantity, cost, openedAt] = value as unknown[]
  const [pieces, money] = [readUnits(quantity), cost === null ? null : readUnits(cost)]
  if (pieces === null || (cost !== null && money === null)) return null
  if (openedAt !== null && typeof openedAt !== 'number') return null
  return { quantity: pieces, cost: money, openedAt }
}

const readUnits = (value: unknown): bigint | null =>
  typeof value === 'string' && decimalPattern.test(value) ? parseUnits(value) : null

/** The lots that are certain enough to be shown. */
interface KnownLots {
  readonly lots: readonly UnitLot[]
  readonly currency: string | null
}

/**
 * Returns the lots of a holding that are certain. `stated` is the number of pieces that the service reports, in units;
 * `null` if it reports none. If it is larger than the pieces in the rows, sales beyond the pieces held are sales with a
 * missing purchase and not short sales, and the remaining pieces have an unknown cost. Lent pieces keep their lots, if
 * the service reports them or not. If a part of the history is missing (`isLoaded` is false), no lot is known: all
 * reported pieces are one lot of unknown cost.
 */
export function knownLots(holding: HoldingState, stated: bigint | null, isLoaded: boolean): KnownLots {
  if (!isLoaded) return { lots: ofUnknownCost(stated ?? 0n), currency: null }
  const missing = (stated ?? holding.quantity) - holding.quantity
  const chosen = missing > 0n && holding.cautious !== null ? holding.cautious : holding.lots
  const lots = withReversed(chosen, reversedPieces(holding.lent))
  const held = lots.reduce((sum, { quantity }) => sum + quantity, 0n)
  const rest = missing > 0n ? (stated ?? 0n) - held : 0n
  return { lots: [...(rest > 0n ? ofUnknownCost(rest) : []), ...lots], currency: holding.currency }
}

/** The lots with the pieces of reversals that are alone: what they cost, or what was paid for them, is not known. */
function withReversed(open: OpenLotsState, pieces: bigint): readonly UnitLot[] {
  if (pieces === 0n) return open.lots
  const lots = new OpenLots('fifo', 'unknown', open)
  lots.trade(pieces, null, null)
  return lots.state.lots
}

const ofUnknownCost = (quantity: bigint): UnitLot[] =>
  quantity === 0n ? [] : [{ quantity, cost: null, openedAt: null }]
