import { cleanLines, cleanText } from '../../clean-text.ts'
import type { Client } from '../../client.ts'
import { minuteMs, hourMs } from '../../durations.ts'
import { m } from '../../messages/messages.js'
import type { NoticeRow } from '../../model/alert.ts'
import type { Settings } from '../../model/app/settings.ts'
import { counted } from '../counted.ts'
import { createFormat } from '../format.ts'
import { describeNotice, noticeHref } from './notice-words.ts'

type Silence = Pick<Settings, 'silentHours'>

/** The longest possible silence: a day has 25 hours when clocks are set back. */
const maxMinutes = 25 * 60

/** Whether `at` (UTC ms) is in the silent hours, by the local time of this computer. */
export function isSilent({ silentHours }: Silence, at: number): boolean {
  if (silentHours === null) return false
  const { from, to } = silentHours
  const date = new Date(at)
  const now = [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  return from <= to ? from <= now && now < to : now >= from || now < to
}

/** Milliseconds from `now` (UTC ms) until the silent hours end; 0 outside them. */
export function silenceEndsInMs(silence: Silence, now: number): number {
  let at = now
  // Checks every minute, because a clock change can skip the local end time or repeat it.
  for (let minute = 0; minute < maxMinutes && isSilent(silence, at); minute++)
    at = (Math.floor(at / minuteMs) + 1) * minuteMs
  return at - now
}

/** One system notification, for one notice or for several that arrived together. */
export interface NoticeGroup {
  readonly ids: readonly string[]
  readonly title: string
  readonly body: string
  readonly href: `#/${string}`
  /** The rule that can be snoozed from the notification; `null` for several notices, or for one without a rule. */
  readonly ruleId: string | null
}

interface Options {
  readonly client: Client
  readonly now: () => number
  /** Runs `run` once after `delayMs`; the returned function cancels it. */
  readonly after: (delayMs: number, run: () => void) => () => void
  readonly show: (group: NoticeGroup) => void
  readonly onFault: (error: unknown) => void
}

/** Notices that arrive within this time are handled together. */
const gatherMs = 3_000
/** From this number on, notices that arrived together are shown as one notification. */
const minGrouped = 3
/** How many notices are read, and how many lines a grouped notification has. */
const maxNotices = 500
const maxLines = 5
/** How often the end of silent hours is checked. A computer that slept may wake up after it. */
const maxWaitMs = 15 * 60_000
/** Older notices are no longer shown as notifications; the alert history still contains them. */
const maxHeldMs = 36 * hourMs

/**
 * Listens for notices and passes them to `show`, as the settings allow. Notices of silent hours become one summary
 * afterwards; they are read back from the journal, so a restart loses none. The returned function stops it.
 */
export function gatherNotices({ client, now, after, show, onFault }: Options): () => void {
  /** Ids of notices that arrived since the last call of `notify`. */
  let received = new Set<string>()
  /** Ids that were held back by silent hours, which may have been switched off since. */
  const held = new Set<string>()
  let hasStopped = false
  const isStopped = (): boolean => hasStopped
  let stopGathering: (() => void) | null = null
  let stopWaiting = (): void => undefined

  async function notify(): Promise<void> {
    const ids = received
    received = new Set()
    const settings = await client.call('settings.read')
    if (isStopped() || !settings.notifies) return
    if (isSilent(settings, now())) {
      for (const id of ids) held.add(id)
      return waitForEnd(settings)
    }
    stopWaiting()
    const { rows } = await client.call('notices.list', { limit: maxNotices })
    if (isStopped()) return
    const late = rows.filter((row) => !ids.has(row.id) && (held.has(row.id) || wasSilenced(row, settings, now())))
    held.clear()
    for (const group of [...summarise(late, settings), ...groupNotices(rows, ids, settings)])
      show({ ...group, title: cleanText(group.title), body: cleanLines(group.body) })
    if (late.length > 0) await client.call('settings.write', { silenceToldAt: now() })
  }

  function waitForEnd(settings: Settings): void {
    stopWaiting()
    stopWaiting = after(Math.min(silenceEndsInMs(settings, now()), maxWaitMs), notifySoon)
  }

  function notifySoon(): void {
    stopGathering ??= after(gatherMs, () => {
      stopGathering = null
      notify().catch((error: unknown) => {
        // The data may have been closed meanwhile.
        if (!isStopped()) onFault(error)
      })
    })
  }

  const stops = [
    client.on('notice.raised', ({ id }) => {
      received.add(id)
      notifySoon()
    }),
    // The newly opened profile has its own silent hours and its own held notices.
    client.on('profile.changed', notifySoon),
    client.on('settings.changed', () => {
      if (held.size > 0) notifySoon()
    }),
  ]
  notifySoon()
  return () => {
    hasStopped = true
    for (const stop of stops) stop()
    stopGathering?.()
    stopWaiting()
  }
}

/** Whether a notice arrived in silent hours and has been neither summarised nor read. */
const wasSilenced = ({ at, readAt }: NoticeRow, settings: Settings, now: number): boolean =>
  readAt === null && at > Math.max(settings.silenceToldAt ?? 0, now - maxHeldMs) && isSilent(settings, at)

/** One notification for each notice, or one for all of them when they are many. */
function groupNotices(rows: readonly NoticeRow[], ids: ReadonlySet<string>, settings: Settings): NoticeGroup[] {
  const notices = rows.filter(({ id }) => ids.has(id)).toReversed()
  if (notices.length >= minGrouped)
    return [groupOf(m.alerts_count(counted(notices.length, styleOf(settings).format)), notices, settings)]
  return notices.map((notice) => ({
    ...describeNotice(notice, styleOf(settings)),
    ids: [notice.id],
    href: noticeHref(notice),
    ruleId: notice.cause === 'fired' ? notice.ruleId : null,
  }))
}

function summarise(late: readonly NoticeRow[], settings: Settings): NoticeGroup[] {
  if (late.length === 0) return []
  const title = m.alerts_count_alerts_during_silent_hours({ count: late.length })
  return [groupOf(title, late.toReversed(), settings)]
}

function groupOf(title: string, notices: readonly NoticeRow[], settings: Settings): NoticeGroup {
  const lines = notices.map((notice) => describeNotice(notice, styleOf(settings)).title)
  const more = lines.length > maxLines ? [m.common_ends_with_count_more({ count: lines.length - maxLines })] : []
  const body = [...lines.slice(0, maxLines), ...more].join('\n')
  return { ids: notices.map(({ id }) => id), title, body, href: '#/alerts', ruleId: null }
}

const styleOf = (settings: Settings) => ({
  format: createFormat(settings),
  isPrivate: settings.hideAmounts,
  accountCurrency: settings.accountCurrency,
})
