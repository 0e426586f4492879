import { hourMs } from '../../shared/durations.ts'
import type { SyncContext } from './context.ts'
import { mayTrade, opensInMs } from './interest/followed.ts'

type Surroundings = Pick<SyncContext, 'readFollowed' | 'clock' | 'openedAt'> & {
  readonly attention: Pick<SyncContext['attention'], 'isWindowVisible'>
}

const beatMs = hourMs

/** Whether nobody looks and nothing trades: then all that still asks does so together, once an hour, and what can wait waits. */
export const isQuiet = ({ attention, readFollowed }: Pick<Surroundings, 'attention' | 'readFollowed'>): boolean =>
  !attention.isWindowVisible && !mayTrade(readFollowed())

/** The first beat half an hour after `from` or later: full hours since the profile was opened. UTC ms. */
export function nextBeat(from: number, openedAt: number): number {
  const sinceBeat = (((from - openedAt + beatMs / 2) % beatMs) + beatMs) % beatMs
  return from + beatMs / 2 + (sinceBeat === 0 ? 0 : beatMs - sinceBeat)
}

/** Milliseconds until a quiet job should look again: at the next beat, or when a market opens. */
export function quietDelayMs({ readFollowed, clock, openedAt }: Surroundings): number {
  const now = clock.now()
  return Math.min(nextBeat(now, openedAt) - now, opensInMs(readFollowed(), now))
}
