import { describeNotice, noticeHref } from './alert-words.ts'
import type { Client } from './client.ts'
import { createFormat } from './format.ts'
import type { NoticeRow } from './model/alert.ts'
import type { Settings } from './model/settings.ts'
import { isSilent, silenceEndsInMs } from './silent-hours.ts'

/** One notification of the system, for one notice or for several that came together. */
export interface Gathered {
  readonly ids: readonly string[]
  readonly title: string
  readonly body: string
  readonly href: `#/${string}`
  /** The rule that can be snoozed; `null` for several, or none. */
  readonly ruleId: string | null
}

interface Options {
  readonly client: Client
  readonly now: () => number
  /** Runs once after `delayMs`; the returned function takes it back. */
  readonly after: (delayMs: number, run: () => void) => () => void
  readonly show: (gathered: Gathered) => void
  readonly onFault: (error: unknown) => void
}

/** What comes within this time is one group; of so many one notification is made. */
const gatherMs = 3_000
const group = 3
const mostRead = 500
const mostLines = 5
/** A computer that slept may wake after the end of the silence: so often it is looked for. */
const lookMs = 15 * 60_000
/** What is older is found in the log alone. */
const oldestHeldMs = 36 * 3_600_000

/**
 * Hears what a person is to be told and hands it on for showing, as settings allow: what came in silent hours as one
 * summary after them, by the journal, so that a restart loses none. The returned function ends it.
 */
export function gatherNotices({ client, now, after, show, onFault }: Options): () => void {
  let heard = new Set<string>()
  /** Held back by a silence that may have been switched off since. */
  const held = new Set<string>()
  const ending = new AbortController()
  let stopGathering: (() => void) | null = null
  let stopWaiting = (): void => undefined

  async function tell(): Promise<void> {
    const ids = heard
    heard = new Set()
    const settings = await client.call('settings.read')
    if (ending.signal.aborted || !settings.notifies) return
    if (isSilent(settings, now())) {
      for (const id of ids) held.add(id)
      return waitForEnd(settings)
    }
    stopWaiting()
    const { rows } = await client.call('notices.list', { limit: mostRead })
    const late = rows.filter((row) => !ids.has(row.id) && (held.has(row.id) || wasSilenced(row, settings, now())))
    held.clear()
    for (const one of [...summarise(late, settings), ...groupNotices(rows, ids, settings)]) show(one)
    if (late.length > 0) await client.call('settings.write', { silenceToldAt: now() })
  }

  function waitForEnd(settings: Settings): void {
    stopWaiting()
    stopWaiting = after(Math.min(silenceEndsInMs(settings, now()), lookMs), soon)
  }

  function soon(): void {
    stopGathering ??= after(gatherMs, () => {
      stopGathering = null
      tell().catch(onFault)
    })
  }

  const stops = [
    client.on('notice.raised', ({ id }) => {
      heard.add(id)
      soon()
    }),
    // Its silent hours, and what is not yet told, are another's.
    client.on('profile.changed', soon),
    client.on('settings.changed', () => {
      if (held.size > 0) soon()
    }),
  ]
  soon()
  return () => {
    ending.abort()
    for (const stop of stops) stop()
    stopGathering?.()
    stopWaiting()
  }
}

/** Whether a notice came in silent hours and was not told since, nor read. */
const wasSilenced = ({ at, readAt }: NoticeRow, settings: Settings, now: number): boolean =>
  readAt === null && at > Math.max(settings.silenceToldAt ?? 0, now - oldestHeldMs) && isSilent(settings, at)

/** A few notices one by one, many as one. */
function groupNotices(rows: readonly NoticeRow[], ids: ReadonlySet<string>, settings: Settings): Gathered[] {
  const notices = rows.filter(({ id }) => ids.has(id)).toReversed()
  if (notices.length >= group) return [several(`${notices.length} alerts`, notices, settings)]
  return notices.map((notice) => ({
    ...describeNotice(notice, writingOf(settings)),
    ids: [notice.id],
    href: noticeHref(notice),
    ruleId: notice.cause === 'fired' ? notice.ruleId : null,
  }))
}

function summarise(late: readonly NoticeRow[], settings: Settings): Gathered[] {
  if (late.length === 0) return []
  const count = late.length === 1 ? 'One alert' : `${late.length} alerts`
  return [several(`${count} in silent hours`, late.toReversed(), settings)]
}

function several(title: string, notices: readonly NoticeRow[], settings: Settings): Gathered {
  const lines = notices.map((notice) => describeNotice(notice, writingOf(settings)).title)
  const more = lines.length > mostLines ? [`and ${lines.length - mostLines} more`] : []
  const body = [...lines.slice(0, mostLines), ...more].join('\n')
  return { ids: notices.map(({ id }) => id), title, body, href: '#/alerts', ruleId: null }
}

const writingOf = (settings: Settings) => ({
  format: createFormat(settings),
  isPrivate: settings.hideAmounts,
  accountCurrency: settings.accountCurrency,
})
