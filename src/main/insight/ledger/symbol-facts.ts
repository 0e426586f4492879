import { dayMs } from '../../../shared/durations.ts'
import type { BondEvent } from '../../../shared/model/instrument.ts'
import { parseUnits } from '../lots/units.ts'

/** What the replay knows of an instrument beside its rows. */
export interface SymbolFacts {
  /** Its profit is the variation margin: trades change pieces, not lots of money. */
  readonly isFuture: boolean
  /** The part of the face that was repaid, oldest first. */
  readonly amortizations: readonly Amortization[]
}

export interface Amortization {
  /** The start of its UTC day, ms. */
  readonly at: number
  /** Repaid, of the face before. */
  readonly numerator: bigint
  readonly denominator: bigint
}

/** An instrument whose reference data is not known counts as a share. */
export const plainFacts: SymbolFacts = { isFuture: false, amortizations: [] }

/** From the type as the service sends it, and the events of a bond. An event without both faces is ignored. */
export function factsOf(type: string | null, events: readonly BondEvent[]): SymbolFacts {
  const isFuture = type === 'FUTURES'
  const amortizations = events.flatMap(readAmortization).sort((a, b) => a.at - b.at)
  return isFuture || amortizations.length > 0 ? { isFuture, amortizations } : plainFacts
}

/** The face before is the new face plus what was paid for each piece. */
function readAmortization({ date, value, amortization }: BondEvent): Amortization[] {
  if (amortization === null || date?.length !== fullDateLength || value === null) return []
  const newFace = amortization.newFaceValue === null ? null : parseUnits(amortization.newFaceValue)
  const paid = parseUnits(value)
  if (newFace === null || paid === null || paid <= 0n || newFace < 0n) return []
  return [{ at: Date.parse(date), numerator: paid, denominator: newFace + paid }]
}

const fullDateLength = 'YYYY-MM-DD'.length

/** A payment is booked a few days after its event, never long before it. */
const earlyMs = 3 * dayMs
const lateMs = 45 * dayMs

/** The event that a payment at this time belongs to; `null` if none or several fit. */
export function amortizationAt({ amortizations }: SymbolFacts, at: number): Amortization | null {
  const fitting = amortizations.filter((event) => event.at - earlyMs <= at && at < event.at + lateMs)
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}
