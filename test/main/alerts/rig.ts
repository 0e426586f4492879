import { tmpdir } from 'node:os'
import { onTestFinished } from 'vitest'
import { Alerts } from '../../../src/main/alerts/alerts.ts'
import { readWorld, type AlertWorld } from '../../../src/main/alerts/world.ts'
import { createCache } from '../../../src/main/cache/cache.ts'
import { createJournal } from '../../../src/main/journal/journal.ts'
import type { AlertCondition, AlertDraft } from '../../../src/shared/model/alert.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { openTestCache } from '../cache/open-cache.ts'
import { d } from '../insight/make.ts'
import { openTestJournal } from '../journal/open-journal.ts'

export const symbol = 'AAA@XXXX'
export const accountId = '1900001'
export const minuteMs = 60_000
export const dayMs = 86_400_000

/** A rule that repeats without a cool-down; what is not said is that. */
export const draftOf = (condition: AlertCondition, changes: Partial<AlertDraft> = {}): AlertDraft => ({
  condition,
  note: '',
  isEnabled: true,
  repeats: true,
  hysteresis: null,
  coolDownMinutes: 0,
  expiresAt: null,
  ...changes,
})

export const priceAbove = (threshold: string, changes: Partial<AlertDraft> = {}): AlertDraft =>
  draftOf({ kind: 'price', symbol, direction: 'above', threshold: d(threshold) }, changes)

/** Alerts over a real cache and journal, a clock that stands still, and a note of what was published. */
export function startAlerts() {
  const clock = new FakeClock()
  const cache = createCache(openTestCache())
  const journalDb = openTestJournal()
  const journal = createJournal(journalDb, tmpdir())
  const topics: string[] = []
  const faults: unknown[] = []
  const state = { connection: { phase: 'live', since: clock.now(), message: null } as AlertWorld['connection'] }
  const open = () => {
    const opened = new Alerts({
      ...{ cache, journal, clock },
      connection: () => state.connection,
      publish: (...[topic]) => void topics.push(topic),
      logFault: (_, error) => faults.push(error),
    })
    onTestFinished(() => opened.close())
    return opened
  }
  return {
    ...{ clock, cache, journal, journalDb, topics, faults, open, state },
    world: (askingSince = 0): AlertWorld =>
      readWorld({ cache, journal, now: clock.now(), askingSince, connection: state.connection }),
    /** What was told, oldest first. */
    told: () => journal.notices.list(500).toReversed(),
  }
}
