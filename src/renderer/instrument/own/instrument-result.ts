import { add, sign, subtract, sum, zero, type Decimal } from '#shared/decimal.ts'
import type { Performance } from '#shared/model/ledger/performance.ts'
import type { Caller } from '../../lib/host/queries.svelte.ts'
import { chargeLines } from './holding-figures.ts'

/** The result of an instrument in one currency; `null` is unknown. Fees and taxes are positive and reduce the total. */
export interface ResultLine {
  readonly currency: string
  readonly realized: Decimal | null
  /** Of what is held, by lots at the price of the reading. */
  readonly unrealized: Decimal | null
  readonly income: Decimal | null
  readonly fees: Decimal | null
  readonly taxes: Decimal | null
}

/** Realized and unrealized profit and income, less fees and taxes; `null` if one of them is unknown. */
export function totalOf({ realized, unrealized, income, fees, taxes }: ResultLine): Decimal | null {
  const gains = [realized, unrealized, income].filter((gain) => gain !== null)
  return gains.length < 3 || fees === null || taxes === null ? null : subtract(sum(gains), add(fees, taxes))
}

/** The results since the first known transaction (UTC ms; `null` if there is none). */
export interface InstrumentResult {
  readonly firstAt: number | null
  /** Part of the history is not loaded, so every figure is unknown. */
  readonly isPartial: boolean
  readonly lines: readonly ResultLine[]
}

interface Scope {
  readonly symbol: string
  readonly accountId: string | null
  readonly now: number
}

/** The requests that make up a result. */
export const resultRequests = ['transactions.page', 'performance.read', 'charges.list', 'transactions.totals'] as const

/** Reads the result of an instrument since its first transaction, from the ledger. */
export async function readResult(
  client: Caller<(typeof resultRequests)[number]>,
  { symbol, accountId, now }: Scope,
): Promise<InstrumentResult> {
  const conditions = [
    { field: 'symbol' as const, values: [symbol], isNot: false },
    ...(accountId === null ? [] : [{ field: 'account' as const, values: [accountId], isNot: false }]),
  ]
  const { rows } = await client.call('transactions.page', {
    filter: { conditions, text: '' },
    direction: 'oldest' as const,
    after: null,
    limit: 1,
  })
  const firstAt = rows[0]?.transaction.at ?? null
  if (firstAt === null) return { firstAt, isPartial: false, lines: [] }
  const scope = { accountId, symbol, from: firstAt, to: Math.max(now, firstAt + 1), isQuick: true }
  const commissions = [...conditions, { field: 'kind' as const, values: ['commission'], isNot: false }]
  const [{ coverage, byCurrency }, charges, own] = await Promise.all([
    client.call('performance.read', scope),
    client.call('charges.list', { accountId, symbol, from: null, to: null }),
    client.call('transactions.totals', { filter: { conditions: commissions, text: '' } }),
  ])
  const attributed = chargeLines(charges)
  const lines = byCurrency.map((figures) => {
    const charged = attributed?.find(({ currency, kind }) => currency === figures.currency && kind === 'commission')
    const named = own.byCurrency.find(({ currency }) => currency === figures.currency)
    // Paid amounts are negative in the totals of transactions.
    const unnamed = add(charged?.attributed ?? zero, named?.amount ?? zero)
    return resultLine(figures, attributed === null ? null : sign(unnamed) < 0 ? zero : unnamed)
  })
  return { firstAt, isPartial: coverage === 'partial', lines }
}

/**
 * `unnamed` are commissions of the instrument's trades whose transactions do not name the instrument, which is how most
 * brokers send them. The ledger counts them for the account.
 */
function resultLine(figures: Performance['byCurrency'][number], unnamed: Decimal | null): ResultLine {
  const { currency, realized, unrealized, income, taxes } = figures
  const fees = figures.fees === null || unnamed === null ? null : add(figures.fees, unnamed)
  return { currency, realized, unrealized, income, fees, taxes }
}
