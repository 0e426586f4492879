import type { AccountSummary } from '../../shared/model/portfolio.ts'
import type { AskedForm } from '../../shared/model/report.ts'
import type { App } from '../lib/app.svelte.ts'
import { checkRange, daysOf, namedRanges, type NamedRange } from './ranges.ts'
import type { Actions } from '../lib/actions.svelte.ts'

/** What a person fills in to ask for a report. */
export class AskForm {
  form = $state<AskedForm>('REPORT_FORM_LONG')
  beginOn = $state('')
  endOn = $state('')
  #accountId = $state<string | null>(null)
  readonly #app: App
  readonly #actions: Actions
  readonly #accounts: () => readonly AccountSummary[]
  readonly check = $derived.by(() => checkRange(this, this.#app.now))

  constructor(app: App, actions: Actions, accounts: () => readonly AccountSummary[]) {
    this.#app = app
    this.#actions = actions
    this.#accounts = accounts
    this.choose('last-month')
  }

  /** The one chosen here, else the window's, else the first. */
  get accountId(): string {
    const known = (id: string | null): boolean => this.#accounts().some((account) => account.id === id)
    const chosen = [this.#accountId, this.#app.accountId].find(known)
    return chosen ?? this.#accounts()[0]?.id ?? ''
  }

  set accountId(id: string) {
    this.#accountId = id
  }

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

  ask(): Promise<boolean> {
    const { accountId, form, beginOn, endOn } = this
    const inParts = 'reports' in this.check && this.check.reports > 1
    return this.#actions.run('ask', (client) =>
      client.call('reports.request', { accountId, form, beginOn, endOn, inParts }),
    )
  }
}
