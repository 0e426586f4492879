import type { InstrumentPart } from '../../../shared/model/instrument-view.ts'
import type { CalendarDate } from '../../../shared/model/values.ts'
import type { PartKey } from '../../cache/instruments/parts.ts'

/** Which chain of an underlying: `null` as root means any, as expiry the nearest. A month or a year asks for all its expiries. */
export interface ChainRequest {
  readonly root: string | null
  readonly expiration: CalendarDate | null
}

/** One part that may be asked for by itself. */
export interface PartRequest {
  readonly symbol: string
  readonly part: InstrumentPart
  /** Of trading parameters alone. */
  readonly accountId: string | null
  /** Of option chains alone. */
  readonly chain: ChainRequest | null
}

/** A part without an account and without a chain. */
export const requestOf = (symbol: string, part: InstrumentPart): PartRequest => ({
  symbol,
  part,
  accountId: null,
  chain: null,
})

/** Where the cache keeps what was asked for. */
export const keyOf = ({ symbol, part, accountId, chain }: PartRequest): PartKey => ({
  symbol,
  accountId: accountId ?? '',
  part,
  variant: chain === null ? '' : JSON.stringify([chain.root, chain.expiration]),
})

/** Tells requests apart. */
export const idOf = (request: PartRequest): string => JSON.stringify(Object.values(keyOf(request)))
