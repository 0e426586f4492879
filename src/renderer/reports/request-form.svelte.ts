import { dayMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { AccountSummary } from '#shared/model/portfolio.ts'
import type { RequestableForm } from '#shared/model/report.ts'
import { texts } from '#shared/texts.ts'
import type { ActionRunner } from '../lib/action-runner.svelte.ts'
import type { App } from '../lib/app.svelte.ts'

/** A range of UTC dates, both included. The service counts days in UTC. */
interface DayRange {
  readonly beginOn: string
  readonly endOn: string
}

/** The named ranges, in the order of their buttons. */
export const namedRanges = texts([
  { key: 'last-month', title: m.reports_last_month },
  { key: 'this-month', title: m.reports_this_month_so_far },
  { key: 'last-quarter', title: m.reports_last_quarter },
  { key: 'this-year', title: m.reports_this_year_so_far },
  { key: 'last-year', title: m.reports_last_year },
])
type NamedRange = (typeof namedRanges)[number]['key']

/** The maximum number of days that the service accepts for one report. */
const maxDays = 92

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Today's date in UTC. */
export const todayOf = (now: number): string => dateOf(now)

/** The days of a named range; the last day is today at the latest. */
export function daysOf(name: NamedRange, now: number): DayRange {
  const today = new Date(now)
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  const quarter = month - (month % 3)
  const days = (from: number, until: number): DayRange => ({ beginOn: dateOf(from), endOn: dateOf(until - dayMs) })
  const tomorrow = Date.UTC(year, month, today.getUTCDate() + 1)
  switch (name) {
    case 'last-month':
      return days(Date.UTC(year, month - 1), Date.UTC(year, month))
    case 'this-month':
      return days(Date.UTC(year, month), tomorrow)
    case 'last-quarter':
      return days(Date.UTC(year, quarter - 3), Date.UTC(year, quarter))
    case 'this-year':
      return days(Date.UTC(year, 0), tomorrow)
    case 'last-year':
      return days(Date.UTC(year - 1, 0), Date.UTC(year, 0))
  }
}

/** The number of reports that a range needs, or why it cannot be requested, as text on screen. */
export function checkRange({ beginOn, endOn }: DayRange, now: number): { problem: string } | { reports: number } {
  const [first, last] = [Date.parse(`${beginOn}T00:00:00Z`), Date.parse(`${endOn}T00:00:00Z`)]
  if (Number.isNaN(first) || Number.isNaN(last)) return { problem: m.reports_choose_the_first_and_the_last_day() }
  if (first > last) return { problem: m.reports_the_first_day_is_after_the_last() }
  if (endOn > todayOf(now)) return { problem: m.reports_the_last_day_is_in_the_future() }
  return { reports: Math.ceil(((last - first) / dayMs + 1) / maxDays) }
}

/** The form that requests a report. */
export class RequestForm {
  form = $state<RequestableForm>('REPORT_FORM_LONG')
  beginOn = $state('')
  endOn = $state('')
  #accountId = $state<string | null>(null)
  readonly #app: App
  readonly #actions: ActionRunner
  readonly #accounts: () => readonly AccountSummary[]
  readonly rangeCheck = $derived.by(() => checkRange(this, this.#app.now))

  constructor(app: App, actions: ActionRunner, accounts: () => readonly AccountSummary[]) {
    this.#app = app
    this.#actions = actions
    this.#accounts = accounts
    this.choose('last-month')
  }

  /** The account selected here; otherwise the account of the window; otherwise the first account. */
  get accountId(): string {
    const known = (id: string | null): boolean => this.#accounts().some((account) => account.id === id)
    const chosen = [this.#accountId, this.#app.accountId].find(known)
    return chosen ?? this.#accounts()[0]?.id ?? ''
  }

  set accountId(id: string) {
    this.#accountId = id
  }

  /** The named range that equals the entered days. */
  get named(): NamedRange | undefined {
    return namedRanges.find(({ key }) => {
      const { beginOn, endOn } = daysOf(key, this.#app.now)
      return beginOn === this.beginOn && endOn === this.endOn
    })?.key
  }

  choose(name: NamedRange): void {
    const { beginOn, endOn } = daysOf(name, Date.now())
    this.beginOn = beginOn
    this.endOn = endOn
  }

  /** Sends the request. Returns whether it was accepted. */
  send(): Promise<boolean> {
    const { accountId, form, beginOn, endOn } = this
    const inParts = 'reports' in this.rangeCheck && this.rangeCheck.reports > 1
    return this.#actions.run('request', () =>
      this.#app.client.call('reports.request', { accountId, form, beginOn, endOn, inParts }),
    )
  }
}
