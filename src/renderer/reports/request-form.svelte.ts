import type { AccountSummary } from '../../shared/model/portfolio.ts'
import type { RequestableForm } from '../../shared/model/report.ts'
import type { App } from '../lib/app.svelte.ts'
import { checkRange, daysOf, namedRanges, type NamedRange } from './ranges.ts'
import type { ActionRunner } from '../lib/action-runner.svelte.ts'

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

  /** The account chosen here; otherwise the account of the window; otherwise the first account. */
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

  /** Whether the request was accepted. */
  send(): Promise<boolean> {
    const { accountId, form, beginOn, endOn } = this
    const inParts = 'reports' in this.rangeCheck && this.rangeCheck.reports > 1
    return this.#actions.run('request', (client) =>
      client.call('reports.request', { accountId, form, beginOn, endOn, inParts }),
    )
  }
}
