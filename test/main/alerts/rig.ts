import { tmpdir } from 'node:os'
import { onTestFinished } from 'vitest'
import { Alerts } from '#main/alerts/alerts.ts'
import { readAlertInputs, type AlertInputs } from '#main/alerts/measure/inputs.ts'
import { EventBus } from '#main/api/events.ts'
import { createCache } from '#main/cache/cache.ts'
import type { SeenDifference } from '#main/insight/ledger/seen-differences.ts'
import { createJournal } from '#main/journal/journal.ts'
import type { MissingPayment } from '#main/ledger/missing-payments.ts'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import type { AlertDraft } from '#shared/model/alert.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { openTestCache } from '../cache/open-cache.ts'
import { d } from '../insight/make.ts'
import { openTestJournal } from '../journal/open-journal.ts'
import { withEnglishTexts } from './with-english-texts.ts'

export const symbol = 'AAA@XXXX'
export const accountId = '1900001'
export const minuteMs = 60_000
export const dayMs = 86_400_000

/** A draft of a rule that repeats without a cool-down, except for `changes`. */
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

/** Alerts over a real cache and journal, with a fake clock and a record of the published topics. */
export function startAlerts() {
  const clock = new FakeClock()
  const cache = createCache(openTestCache())
  const journalDb = openTestJournal()
  const journal = createJournal(journalDb, tmpdir())
  /** The bus on which the jobs publish. */
  const events = new EventBus()
  const topics: string[] = []
  const faults: unknown[] = []
  const state = {
    differences: [] as readonly SeenDifference[],
    missingPayments: null as readonly MissingPayment[] | null,
    connection: { phase: 'live', since: clock.now(), message: null } as ReturnType<AlertInputs['connection']>,
  }
  const open = () => {
    const opened = new Alerts({
      ...{ cache, journal, clock, problems: new Map() },
      connection: () => state.connection,
      differences: () => state.differences,
      missingPayments: () => state.missingPayments,
      listen: (listener) => events.listen(listener),
      publish: (...[topic]) => void topics.push(topic),
      logFault: (_, error) => faults.push(error),
    })
    onTestFinished(() => opened.close())
    return opened
  }
  return {
    ...{ clock, cache, journal, journalDb, events, topics, faults, open, state },
    inputs: (syncingSince = 0): AlertInputs =>
      readAlertInputs({
        cache,
        journal,
        problems: new Map(),
        now: clock.now(),
        syncingSince,
        connection: () => state.connection,
        differences: state.differences,
        missingPayments: state.missingPayments,
      }),
    /** All notices, oldest first. */
    notices: () => journal.notices.list(500).toReversed().map(withEnglishTexts),
  }
}
