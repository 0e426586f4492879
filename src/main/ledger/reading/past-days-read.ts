import { z } from 'zod'
import { PastDayCoverage } from '../../../shared/model/ledger/past-day.ts'
import { AccountId, Instant } from '../../../shared/model/values.ts'

const units = z.bigint()
const byCurrency = z.map(z.string(), units).readonly()
const PastPrice = z.object({
  ...{ numerator: units, denominator: units, currency: z.string(), at: Instant, isPercent: z.boolean() },
})
const price = { traded: PastPrice.nullable(), splitAt: Instant.nullable() }

/** What the thread found of an account at each moment: see `insight/day/past-ledger.ts`. */
const PastAccountRead = PastDayCoverage.extend({
  accountId: AccountId,
  /** Symbols and currencies whose rows do not give what the service states today. */
  inDoubt: z.array(z.string()),
  /** One for each moment; empty while they are not known. */
  states: z.array(
    z.object({
      cash: byCurrency,
      held: z.array(z.object({ symbol: z.string(), pieces: units.nullable(), ...price })).readonly(),
    }),
  ),
  /** What the rows before the last moment, from the one before it on, did. */
  window: z
    .object({
      money: byCurrency,
      bySymbol: z
        .map(
          z.string(),
          z.object({
            trades: z.int(),
            paid: byCurrency.nullable(),
            moved: z.array(z.object({ at: Instant, pieces: units, ...price })).readonly(),
          }),
        )
        .readonly(),
    })
    .nullable(),
})
export type PastAccountRead = z.infer<typeof PastAccountRead>

const Instrument = z.object({
  type: z.string().nullable(),
  currency: z.string().nullable(),
  face: units.nullable(),
  contractSize: units.nullable(),
  facts: z.object({
    isFuture: z.boolean(),
    amortizations: z.array(z.object({ at: z.number(), numerator: units, denominator: units })).readonly(),
  }),
})

/** What accounts held at past times, and what their instruments are. */
export const PastDaysRead = z.object({
  accounts: z.array(PastAccountRead),
  instruments: z.array(z.object({ symbol: z.string(), instrument: Instrument })),
})
export type PastDaysRead = z.infer<typeof PastDaysRead>
