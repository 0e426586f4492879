import { z } from 'zod'
import type { InstrumentPart } from '../../../shared/model/instrument-view.ts'
import type { CalendarDate } from '../../../shared/model/values.ts'
import type { PartKey } from '../../cache/instruments/parts.ts'
import type { Cache } from '../../cache/cache.ts'

/** Which chain of an underlying. `root` null: any root. `expiration` null: the nearest; a month or a year: all its expiries. */
export interface ChainRequest {
  readonly root: string | null
  readonly expiration: CalendarDate | null
}

/** One part, the unit of a request. */
export interface PartRequest {
  readonly symbol: string
  readonly part: InstrumentPart
  /** Only for trading parameters. */
  readonly accountId: string | null
  /** Only for option chains. */
  readonly chain: ChainRequest | null
}

/** A part without an account and without a chain. */
export const requestOf = (symbol: string, part: InstrumentPart): PartRequest => ({
  symbol,
  part,
  accountId: null,
  chain: null,
})

/** The key under which the cache stores the part. */
export const keyOf = ({ symbol, part, accountId, chain }: PartRequest): PartKey => ({
  symbol,
  accountId: accountId ?? '',
  part,
  variant: chain === null ? '' : JSON.stringify([chain.root, chain.expiration]),
})

/** A unique id of the request. */
export const idOf = (request: PartRequest): string => JSON.stringify(Object.values(keyOf(request)))

/** The account whose trading parameters are shown: the chosen account, otherwise the first account of the token. `null` while none is known. */
export const paramsAccount = (
  { sessionDetails, accounts }: Pick<Cache, 'sessionDetails' | 'accounts'>,
  chosen: string | null,
): string | null => chosen ?? sessionDetails.get()?.details.accountIds[0] ?? accounts.list()[0]?.account.id ?? null

/** The rows of a response as the cache stores them, and the number of rows that could not be decoded. */
export interface KeptRows<T> {
  readonly rows: readonly T[]
  readonly leftOut: number
}

/** The schema of stored rows. Earlier versions stored only the list, without `leftOut`. */
export const keptRows = <T>(row: z.ZodType<T>): z.ZodType<KeptRows<T>> =>
  z.union([
    z.object({ rows: z.array(row), leftOut: z.int() }),
    z.array(row).transform((rows) => ({ rows, leftOut: 0 })),
  ])
