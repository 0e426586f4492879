import type { BondEvent } from '#shared/model/instrument.ts'
import { parseUnits } from '../lots/units.ts'

/** The data of an instrument that the replay needs besides its rows. */
export interface SymbolFacts {
  /** Whether it is a future: its profit is the variation margin, and its trades open no lots. */
  readonly isFuture: boolean
  /** The repayments of face value, oldest first. */
  readonly amortizations: readonly Amortization[]
  /** Before this time (UTC ms) no face value is known, because a repayment cannot be counted; absent if all can. */
  readonly facesKnownFrom?: number | undefined
}

/** A repayment of a part of the face value. */
export interface Amortization {
  /** The start of its UTC day (UTC ms). */
  readonly at: number
  /** The repaid amount, in units; `denominator` is the face value before it. */
  readonly numerator: bigint
  readonly denominator: bigint
  /** The currency of the amount; empty if it is not known. */
  readonly currency: string
}

/** The facts of an instrument whose reference data are not known: it is treated as a share. */
export const plainFacts: SymbolFacts = { isFuture: false, amortizations: [] }

/**
 * Reads the facts from the instrument type as the service sends it, and from the events of a bond. An event without the
 * amount or the new face value is ignored.
 */
export function factsOf(type: string | null, events: readonly BondEvent[]): SymbolFacts {
  const isFuture = type === 'FUTURES'
  const amortizations = events.flatMap(readAmortization).sort((a, b) => a.at - b.at)
  if (isFuture || amortizations.length > 0) return { isFuture, amortizations }
  // One past repayment that cannot be counted leaves all of them unknown: see `meantBondEvents`.
  const uncounted = events.flatMap(({ date, amortization }) =>
    amortization !== null && date?.length === fullDateLength ? [Date.parse(date)] : [],
  )
  return uncounted.length === 0 ? plainFacts : { isFuture, amortizations, facesKnownFrom: Math.max(...uncounted) }
}

/** The face value before a repayment is the new one plus the amount paid for each piece. */
function readAmortization({ date, value, currency, amortization }: BondEvent): Amortization[] {
  if (amortization === null || date?.length !== fullDateLength || value === null) return []
  const newFace = amortization.newFaceValue === null ? null : parseUnits(amortization.newFaceValue)
  const paid = parseUnits(value)
  if (newFace === null || paid === null || paid <= 0n || newFace < 0n) return []
  return [{ at: Date.parse(date), numerator: paid, denominator: newFace + paid, currency }]
}

const fullDateLength = 'YYYY-MM-DD'.length
