import type { InstrumentView } from '#shared/model/instrument-view.ts'

/** The state of one part of an instrument: its last value, when it was read, and why it may be old. */
export type PartState<T> = Omit<InstrumentView['details'], 'value'> & { readonly value: T | null }

/** What the panel of a part shows: a value, possibly with the problem of the last update, or why there is no value. */
export type PartDisplay<T> =
  | { readonly kind: 'shown'; readonly value: T; readonly isForbidden: boolean; readonly problem: string | null }
  | { readonly kind: 'forbidden'; readonly why: string | null }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'unread' }

/**
 * Chooses what to show: a value if there is one, of any age; otherwise the reason why there is none. `failure` is the error
 * of the read from the cache.
 */
export function displayOf<T>(
  state: PartState<T> | undefined,
  failure: string | undefined,
  isReachable: boolean,
): PartDisplay<T> {
  if (state === undefined) return failure === undefined ? { kind: 'waiting' } : { kind: 'failed', problem: failure }
  const problem = failure ?? state.problem
  if (state.value !== null) return { kind: 'shown', value: state.value, isForbidden: state.isForbidden, problem }
  if (state.isForbidden) return { kind: 'forbidden', why: problem }
  if (problem !== null) return { kind: 'failed', problem }
  return isReachable ? { kind: 'waiting' } : { kind: 'unread' }
}

const lateMs = 60_000

/** The age in ms from which a part is stale; `undefined` if no update of it is planned. */
export const staleAfterMs = ({ fetchedAt, nextAt }: PartState<unknown>): number | undefined =>
  fetchedAt === null || nextAt === null ? undefined : Math.max(0, nextAt - fetchedAt) + lateMs

/** Whether a part needs no age on screen at `now` (UTC ms): it was never read, or its next planned update is not late. */
export function isCurrent(state: PartState<unknown>, now: number): boolean {
  const limitMs = staleAfterMs(state)
  return state.fetchedAt === null || (limitMs !== undefined && now - state.fetchedAt <= limitMs)
}
