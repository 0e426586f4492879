import { describeNotice, isSilent, noticeHref } from './alert-words.ts'
import type { Client } from './client.ts'
import { createFormat } from './format.ts'

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

/** Hears what a person is to be told and hands it on for showing, as settings allow; the returned function ends it. */
export function gatherNotices({ client, now, after, show, onFault }: Options): () => void {
  let ids = new Set<string>()
  let stop = (): void => undefined

  async function tell(): Promise<void> {
    const heard = ids
    ids = new Set()
    const settings = await client.call('settings.read')
    if (!settings.notifies || isSilent(settings, now())) return
    const { rows } = await client.call('notices.list', { limit: mostRead })
    const writing = {
      format: createFormat(settings),
      isPrivate: settings.hideAmounts,
      accountCurrency: settings.accountCurrency,
    }
    const notices = rows.filter(({ id }) => heard.has(id)).toReversed()
    const single = notices.map((notice) => ({
      ...describeNotice(notice, writing),
      ids: [notice.id],
      href: noticeHref(notice),
      ruleId: notice.cause === 'fired' ? notice.ruleId : null,
    }))
    if (single.length < group) return single.forEach(show)
    const body = single.map(({ title }) => title).join('\n')
    show({ ids: [...heard], title: `${single.length} alerts`, body, href: '#/alerts', ruleId: null })
  }

  const unlisten = client.on('notice.raised', ({ id }) => {
    ids.add(id)
    if (ids.size === 1) stop = after(gatherMs, () => void tell().catch(onFault))
  })
  return () => {
    unlisten()
    stop()
  }
}
