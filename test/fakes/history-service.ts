import { packTransactions } from '#main/broker/wire/transaction.ts'
import { AppError } from '#shared/errors.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { rowsWithin, truncate, type KeptRows } from './service/rows-in-time.ts'

export { dayMs } from '#shared/durations.ts'

/** A transaction with only the fields that the reading of the history needs. */
export const booked = (id: number | string, at: number, name = 'Deposit'): Transaction => ({
  id: String(id),
  at,
  atText: new Date(at).toISOString().replace('.000Z', 'Z'),
  category: 'DEPOSIT',
  name,
  symbol: '',
  change: null,
  changeQuantity: null,
  trade: null,
})

export interface ServiceOptions {
  /** The maximum number of rows in one response; no response states it. */
  readonly cap?: number
  /** The order of the rows in a response. */
  readonly order?: 'newest' | 'oldest' | 'shuffled'
  /** Which rows the service keeps when it truncates a response. */
  readonly kept?: KeptRows
  readonly isEndInclusive?: boolean
  /** `false`: ignores the limit of the request and sends up to its cap. */
  readonly respectsLimit?: boolean
  /** Refuses longer intervals. */
  readonly widestMs?: number
  /** Refuses intervals that begin before this (UTC ms). */
  readonly earliest?: number
}

export interface HistoryRequest {
  readonly accountId: string
  readonly from: number
  readonly to: number
  readonly received: number
}

const scatter = (id: string): number => {
  let hash = 2166136261
  for (const char of id) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619)
  // Consecutive ids get very different hashes.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The transactions of a service by account: the complete rows, and the truncated responses. */
export class HistoryService {
  options: ServiceOptions
  readonly requests: HistoryRequest[] = []
  readonly #accounts = new Map<string, Transaction[]>()
  /** Called before each response; may throw. */
  beforeResponse: (request: { from: number; to: number }) => void = () => undefined

  constructor(options: ServiceOptions = {}) {
    this.options = options
  }

  addRows(accountId: string, rows: readonly Transaction[]): void {
    const others = (this.#accounts.get(accountId) ?? []).filter((row) => !rows.some(({ id }) => id === row.id))
    this.#accounts.set(
      accountId,
      [...(rows.length > 100 ? (this.#accounts.get(accountId) ?? []) : others), ...rows].sort((a, b) => a.at - b.at),
    )
  }

  /** The service takes rows back: no response contains them any more. */
  removeRows(accountId: string, ids: readonly string[]): void {
    this.#accounts.set(
      accountId,
      this.allRows(accountId).filter(({ id }) => !ids.includes(id)),
    )
  }

  /** Oldest first. */
  allRows(accountId: string): readonly Transaction[] {
    return this.#accounts.get(accountId) ?? []
  }

  respond = (input: { accountId: string; from: number; to: number; limit?: number | undefined }) => {
    const { accountId, from, to, limit = Infinity } = input
    const {
      cap = Infinity,
      order = 'newest',
      kept = 'newest',
      isEndInclusive = false,
      respectsLimit = true,
      widestMs = Infinity,
      earliest = 0,
    } = this.options
    this.beforeResponse({ from, to })
    if (from < earliest) throw new AppError('invalid', 'The interval is too old')
    if (to - from > widestMs) throw new AppError('invalid', 'The interval is too long')
    const all = this.allRows(accountId)
    const maxRows = respectsLimit ? Math.min(limit, cap) : cap
    const sent = truncate(rowsWithin(all, { from, to, isEndInclusive }), { maxRows, kept, scatter: byScatter })
    const rows = order === 'oldest' ? sent : order === 'newest' ? sent.toReversed() : byScatter(sent)
    this.requests.push({ accountId, from, to, received: rows.length })
    return packTransactions({ rows, malformed: [] })
  }
}

const byScatter = (rows: readonly Transaction[]): Transaction[] =>
  rows.toSorted((a, b) => scatter(a.id) - scatter(b.id))
