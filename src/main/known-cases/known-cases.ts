import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { subtract, sum, toNumber, type Decimal as DecimalText } from '#shared/decimal.ts'
import { Decimal } from '#shared/model/values.ts'
import { accruedInterest } from '../insight/bonds/accrued-interest.ts'
import { marginShock } from '../insight/margin/price-shock.ts'
import { linkReturns } from '../insight/performance/time-weighted.ts'
import { xirr } from '../insight/performance/xirr.ts'
import { LotBook } from './lot-book.ts'

const id = z.string()
const CalendarDate = z.iso.date()
const LotEvent = z.union([
  z.tuple([z.literal('b'), Decimal, Decimal]),
  z.tuple([z.literal('s'), Decimal, Decimal]),
  z.tuple([z.literal('split'), Decimal, Decimal]),
])

/** The inputs of a known case; the reader compares the results with the expected ones. */
const KnownCase = z.discriminatedUnion('kind', [
  z.object({ id, kind: z.literal('xirr'), flows: z.array(z.tuple([CalendarDate, Decimal])) }),
  z.object({ id, kind: z.literal('linked'), windows: z.array(z.object({ begin: Decimal, end: Decimal })) }),
  z.object({
    id,
    kind: z.literal('lots'),
    method: z.enum(['fifo', 'lifo', 'hifo', 'average']),
    events: z.array(LotEvent),
  }),
  z.object({ id, kind: z.literal('accrued'), coupon: Decimal, periodDays: z.int(), days: z.int() }),
  z.object({
    id,
    kind: z.literal('margin'),
    equity: Decimal,
    movingRequirement: Decimal,
    fixedRequirement: Decimal,
    signedValue: Decimal,
  }),
])
type KnownCase = z.infer<typeof KnownCase>

/** Runs one case through the functions that the screens use. Throws where the case cannot be read. */
export function runKnownCase(input: unknown): { readonly id: string; readonly result: unknown } {
  const known = KnownCase.parse(input)
  return { id: known.id, result: resultOf(known) }
}

function resultOf(known: KnownCase): unknown {
  switch (known.kind) {
    case 'xirr':
      return { roots: xirr(known.flows.map(([date, amount]) => ({ date, amount }))) }
    case 'linked':
      return { total: linkReturns(known.windows) }
    case 'lots':
      return runLots(known)
    case 'accrued':
      return { accrued: accruedInterest(known.coupon, known.days, known.periodDays) }
    case 'margin': {
      const { state, shock } = marginShock(known)
      return { state, shock: shock === null ? null : toNumber(shock) }
    }
  }
}

function runLots({ method, events }: Extract<KnownCase, { kind: 'lots' }>) {
  const book = new LotBook(method, 'unknown')
  const profits: DecimalText[] = []
  for (const [index, [type, first, second]] of events.entries()) {
    if (type === 'split') book.split(first, second)
    else if (type === 'b') book.buy(first, second, index)
    else
      for (const { cost, proceeds } of book.sell(first, second, index))
        if (cost !== null && proceeds !== null) profits.push(subtract(proceeds, cost))
  }
  return { quantity: book.quantity, cost: book.cost, realised: sum(profits), unknown: book.unknown }
}

/** Prints one line of JSON for each case of a file; returns whether all of them could be read. */
export function printKnownCases(path: string): boolean {
  const cases = z.array(z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8')))
  let isReadable = true
  for (const known of cases) {
    try {
      process.stdout.write(`${JSON.stringify(runKnownCase(known))}\n`)
    } catch (error) {
      isReadable = false
      const id = z.object({ id: z.string() }).safeParse(known).data?.id ?? null
      const words = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
      process.stdout.write(`${JSON.stringify({ id, error: words })}\n`)
    }
  }
  return isReadable
}
