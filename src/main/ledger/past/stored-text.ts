import { z } from 'zod'
import { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { Decimal, Instant, Money } from '#shared/model/values.ts'
import type { AccountFlow } from '../../insight/history/external-flow.ts'
import type { PastEquityState, PastValue } from '../../insight/history/past-equity.ts'
import { readLentPieces, writeLentPieces } from '../../insight/ledger/holding-text.ts'

/** The past as the thread sends it: see `src/main/insight/history/past-price.ts`. */
export const DerivedPast = z.object({
  isLoaded: z.boolean(),
  isCertain: z.boolean(),
  differing: z.array(z.string()),
  moments: z.array(z.object({ at: Instant, parts: z.array(Money).nullable(), oldestPriceAt: Instant.nullable() })),
  flows: z.array(Money.extend({ at: Instant })),
  notCounted: z.int().min(0),
  rateTrades: z.array(z.object({ symbol: z.string(), at: Instant, price: Decimal })),
})

/** The stored part of a past as JSON text; units are decimal text. */
const units = z.string().regex(/^-?\d+$/)
const Price = z.tuple([units, units, z.string(), z.int(), z.boolean()])
const Split = z.tuple([z.int(), units, units])
const State = z.tuple([
  z.int(),
  z.int(),
  z.array(z.tuple([z.string(), units])),
  z.array(z.tuple([z.int(), z.string(), units])),
  z.array(z.tuple([z.string(), Price])),
  z.array(z.tuple([z.string(), Split])),
  z.array(z.tuple([z.int(), z.string(), units, z.int(), z.array(z.tuple([z.int(), units, z.boolean()]))])),
  z.array(z.tuple([z.int(), z.string(), z.unknown()])),
])
const Value = z.tuple([z.array(z.tuple([z.string(), units])).nullable(), z.int().nullable()])
const Flow = z.tuple([z.int(), TransactionKind, z.string(), units, z.tuple([z.string(), units]).nullable()])

/** A state from which a replay continues, and the time of the first row (UTC ms). */
export interface StoredState {
  readonly firstAt: number
  readonly state: PastEquityState
}

export function writeState({ firstAt, state }: StoredState): string {
  const { cash, held, prices, due, lent, unknownRows } = state
  const text: z.infer<typeof State> = [
    firstAt,
    unknownRows,
    cash.map(([currency, amount]) => [currency, String(amount)]),
    held.map(({ account, symbol, pieces }) => [account, symbol, String(pieces)]),
    prices.traded.map(([symbol, { numerator, denominator, currency, at, isPercent }]) => [
      symbol,
      [String(numerator), String(denominator), currency, at, isPercent],
    ]),
    prices.splits.map(([symbol, { at, before, after }]) => [symbol, [at, String(before), String(after)]]),
    due.map(({ account, symbol, pieces, passedAt, list }) => [
      account,
      symbol,
      String(pieces),
      passedAt,
      list.map(({ at, amount, isLast }) => [at, String(amount), isLast]),
    ]),
    lent.map(({ account, symbol, lent: own }) => [account, symbol, writeLentPieces(own)]),
  ]
  return JSON.stringify(text)
}

/** `null` if the text is not a state. */
export function readState(text: string): StoredState | null {
  const parsed = State.safeParse(JSON.parse(text))
  if (!parsed.success) return null
  const [firstAt, unknownRows, cash, held, traded, splits, due, lent] = parsed.data
  const lentStates = lent.flatMap(([account, symbol, value]) => {
    const own = readLentPieces(value)
    return own === null ? [] : [{ account, symbol, lent: own }]
  })
  if (lentStates.length < lent.length) return null
  return {
    firstAt,
    state: {
      unknownRows,
      lent: lentStates,
      cash: cash.map(([currency, amount]) => [currency, BigInt(amount)] as const),
      held: held.map(([account, symbol, pieces]) => ({ account, symbol, pieces: BigInt(pieces) })),
      due: due.map(([account, symbol, pieces, passedAt, list]) => ({
        account,
        symbol,
        pieces: BigInt(pieces),
        passedAt,
        list: list.map(([at, amount, isLast]) => ({ at, amount: BigInt(amount), isLast })),
      })),
      prices: {
        traded: traded.map(([symbol, [numerator, denominator, currency, at, isPercent]]) => {
          const price = { numerator: BigInt(numerator), denominator: BigInt(denominator), currency, at, isPercent }
          return [symbol, price] as const
        }),
        splits: splits.map(([symbol, [at, before, after]]) => {
          return [symbol, { at, before: BigInt(before), after: BigInt(after) }] as const
        }),
      },
    },
  }
}

export function writeValue({ parts, oldestPriceAt }: PastValue): string {
  const own = parts === null ? null : [...parts].map(([currency, amount]) => [currency, String(amount)])
  return JSON.stringify([own, oldestPriceAt])
}

/** `null` if the text is not a value. */
export function readValue(at: number, text: string): PastValue | null {
  const parsed = Value.safeParse(JSON.parse(text))
  if (!parsed.success) return null
  const [parts, oldestPriceAt] = parsed.data
  return {
    at,
    oldestPriceAt,
    parts: parts === null ? null : new Map(parts.map(([currency, amount]) => [currency, BigInt(amount)])),
  }
}

export function writeFlow({ account, kind, symbol, pieces, value }: AccountFlow): string {
  const own = value === null ? null : [value.currency, String(value.amount)]
  return JSON.stringify([account, kind, symbol, String(pieces), own])
}

/** `null` if the text is not a flow. */
export function readFlow(at: number, text: string): AccountFlow | null {
  const parsed = Flow.safeParse(JSON.parse(text))
  if (!parsed.success) return null
  const [account, kind, symbol, pieces, value] = parsed.data
  return {
    account,
    at,
    kind,
    symbol,
    pieces: BigInt(pieces),
    value: value === null ? null : { currency: value[0], amount: BigInt(value[1]) },
  }
}
