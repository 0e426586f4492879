import { dayMs } from '#shared/durations.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { areTransferDays } from '../ledger/pair-rows.ts'

/** Money or pieces that enter an account from outside (negative: leave it). Amounts in units of 10⁻¹⁸. */
export interface AccountFlow {
  readonly account: number
  /** UTC ms. */
  readonly at: number
  readonly kind: TransactionKind
  /** Empty for a flow of money. */
  readonly symbol: string
  readonly pieces: bigint
  /** The money, or the value of the pieces at that time; `null` if it is not known. */
  readonly value: { readonly currency: string; readonly amount: bigint } | null
}

/** The sum of the flows of a UTC day in one currency, in units of 10⁻¹⁸. `at` is the start of the day (UTC ms). */
export interface DayFlow {
  readonly at: number
  readonly currency: string
  readonly amount: bigint
}

const transferKinds: ReadonlySet<TransactionKind> = new Set<TransactionKind>([
  'cash-transfer-in',
  'cash-transfer-out',
  'securities-transfer-in',
  'securities-transfer-out',
])

/**
 * Returns the flows into and out of these accounts as a whole: without transfers between two of them. `flows` are in
 * time order.
 */
export function outerFlows<T extends AccountFlow>(flows: readonly T[]): T[] {
  const inner = pairTransfers(flows)
  return flows.filter((flow) => !inner.has(flow))
}

/** Money that moves between two of the accounts and is in neither of them from `from` until `to` (UTC ms). */
interface Transit {
  readonly from: number
  readonly to: number
  readonly currency: string
  readonly amount: bigint
}

/** The transfers between two of these accounts whose sides are booked at different times. `flows` are in time order. */
export function transitsOf(flows: readonly AccountFlow[]): Transit[] {
  return [...pairTransfers(flows)].flatMap(([later, first]) => {
    const { value } = first
    return later.at <= first.at || value === null
      ? []
      : [{ from: first.at, to: later.at, currency: value.currency, amount: -value.amount }]
  })
}

/**
 * Adds the flows into and out of these accounts as a whole by day and currency: transfers between two of them are left
 * out. `notCounted` is the number of flows whose value is not known. `flows` are in time order.
 */
export function externalFlows(flows: readonly AccountFlow[]): { days: DayFlow[]; notCounted: number } {
  const outer = outerFlows(flows)
  const days = new Map<string, DayFlow>()
  for (const { at, value } of outer) {
    if (value === null) continue
    const day = Math.floor(at / dayMs) * dayMs
    const key = `${day} ${value.currency}`
    const amount = (days.get(key)?.amount ?? 0n) + value.amount
    days.set(key, { at: day, currency: value.currency, amount })
  }
  return {
    days: [...days.values()].filter(({ amount }) => amount !== 0n),
    notCounted: outer.filter(({ value }) => value === null).length,
  }
}

/**
 * Finds transfers between two of the accounts, and pieces that leave one account and come back to it; maps each side to
 * the other. `flows` are in time order.
 */
function pairTransfers<T extends AccountFlow>(flows: readonly T[]): ReadonlyMap<AccountFlow, T> {
  const inner = new Map<AccountFlow, T>()
  const waiting = new Map<string, T[]>()
  for (const flow of flows) {
    if (!transferKinds.has(flow.kind)) continue
    const candidates = waiting.get(keyOf(flow, -1n)) ?? []
    const index = candidates.findLastIndex((other) => isOtherSide(other, flow))
    const [other] = index < 0 ? [] : candidates.splice(index, 1)
    if (other !== undefined) {
      inner.set(other, flow).set(flow, other)
      continue
    }
    const own = keyOf(flow, 1n)
    waiting.set(own, [...(waiting.get(own) ?? []), flow])
  }
  return inner
}

/** Money that comes back to its account later was used elsewhere; pieces were not. */
function isOtherSide(first: AccountFlow, next: AccountFlow): boolean {
  if (!areTransferDays(first.at, next.at)) return false
  if (first.account !== next.account || first.at === next.at) return true
  return first.symbol !== '' && first.pieces < 0n
}

/** The key that both sides of a transfer share: the pieces of a symbol, or the money of a currency. */
const keyOf = ({ symbol, pieces, value }: AccountFlow, sign: bigint): string =>
  symbol === '' ? `${value?.currency ?? ''} ${(value?.amount ?? 0n) * sign}` : `${symbol} ${pieces * sign}`
