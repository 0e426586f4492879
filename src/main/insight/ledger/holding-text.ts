import { z } from 'zod'
import { decimalPattern } from '../../../shared/decimal.ts'
import { TransactionKind } from '../../../shared/model/transaction/transaction.ts'
import { OpenLots, type OpenLotsState, type UnitLot } from '../lots/open-lots.ts'
import { formatUnits, parseUnits } from '../lots/units.ts'
import type { HoldingState } from './holding-state.ts'
import { reversedPieces } from './lent-pieces.ts'

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
  if (currency !== null && typeof currency !== 'string') return null
  const rare = more === undefined ? { data: nothingRare } : Rare.safeParse(more)
  if (rare.data === undefined) return null
  return { quantity: units, currency, lots: open, cautious: cautiousLots, ...rare.data }
}

const Units = z
  .string()
  .regex(decimalPattern)
  .transform((text, { issues }) => {
    const units = parseUnits(text)
    if (units === null) issues.push({ code: 'custom', input: text })
    return units ?? z.NEVER
  })
const Lots = z.array(z.object({ quantity: Units, cost: Units.nullable(), openedAt: z.number().nullable() }))
const placed = { at: z.number(), pieces: Units, currency: z.string().nullable() }

/** What few holdings have. */
const Rare = z.object({
  lent: z.array(z.object({ ...placed, kind: TransactionKind, money: Units.nullable() })),
  parked: z.array(z.object({ ...placed, lots: Lots, cautious: Lots.nullable() })),
  repaid: z.array(z.object({ at: z.number(), paid: Units })),
})
const nothingRare: z.infer<typeof Rare> = { lent: [], parked: [], repaid: [] }

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
