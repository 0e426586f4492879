import type { InstrumentView } from '../../shared/model/instrument-view.ts'

/** How one part of an instrument stands: its last value, when that was read, and why it may be old. */
export type PartState<T> = Omit<InstrumentView['details'], 'value'> & { readonly value: T | null }

/** What a part's panel shows. `problem` is told beside a value that stands, or in its place. */
export type PartLook<T> =
  | { readonly kind: 'shown'; readonly value: T; readonly isForbidden: boolean; readonly problem: string | null }
  | { readonly kind: 'forbidden'; readonly why: string | null }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'unread' }

/** Chooses it: a value stands, however old; without one the reason is told; a part not asked for waits for the service. */
export function lookOfPart<T>(
  state: PartState<T> | undefined,
  failure: string | undefined,
  isReachable: boolean,
): PartLook<T> {
  if (state === undefined) return failure === undefined ? { kind: 'waiting' } : { kind: 'failed', problem: failure }
  const problem = failure ?? state.problem
  if (state.value !== null) return { kind: 'shown', value: state.value, isForbidden: state.isForbidden, problem }
  if (state.isForbidden) return { kind: 'forbidden', why: problem }
  if (problem !== null) return { kind: 'failed', problem }
  return isReachable ? { kind: 'waiting' } : { kind: 'unread' }
}

const lateMs = 60_000

/** From which age on a part is older than planned; `undefined` while nothing is planned for it. */
export const staleAfterMs = ({ fetchedAt, nextAt }: PartState<unknown>): number | undefined =>
  fetchedAt === null || nextAt === null ? undefined : Math.max(0, nextAt - fetchedAt) + lateMs
