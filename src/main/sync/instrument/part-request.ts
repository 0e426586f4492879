import type { InstrumentPart } from '../../../shared/model/instrument-view.ts'
import type { CalendarDate } from '../../../shared/model/values.ts'
import type { PartKey } from '../../cache/instruments/parts.ts'

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
