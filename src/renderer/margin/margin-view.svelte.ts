import { untrack } from 'svelte'
import { absolute, sign } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { MarginCall, MarginStress, PortfolioStress } from '#shared/model/margin.ts'
import type { AccountSummary } from '#shared/model/portfolio.ts'
import type { Format } from '#shared/text/format.ts'
import type { App } from '../lib/app.svelte.ts'
import { query } from '../lib/host/queries.svelte.ts'
import type { Query } from '../lib/host/query.svelte.ts'
import { isText, ViewState } from '../lib/view-state/view-state.svelte.ts'
import type { MarginSettings } from '../navigation/margin-address.ts'
import { ShockDrafts } from './shock-drafts.svelte.ts'

/** The shown account, its stress test, and the shocks that are being entered. */
export class MarginView {
  readonly app: App
  readonly accounts: Query<readonly AccountSummary[]>
  readonly stress: Query<MarginStress | null>
  /** The same moves over all accounts in scope. */
  readonly portfolio: Query<PortfolioStress>
  readonly drafts = new ShockDrafts()
  readonly #chosen = new ViewState('account', '', isText)

  constructor(app: App) {
    const { client } = app
    this.app = app
    const variant = () => this.#shockText
    this.accounts = query(client, 'accounts.list')
    this.portfolio = query(
      client,
      'margin.portfolio',
      () => ({ accountId: app.accountId, shocks: this.drafts.shocks }),
      { key: () => app.accountId, variant },
    )
    this.stress = query(
      client,
      'margin.stress',
      () => (this.accountId === null ? null : { accountId: this.accountId, shocks: this.drafts.shocks }),
      { key: () => this.accountId, variant },
    )
    // A change of the shocks keeps the account: the old figures stay on screen until the new ones arrive, and the field
    // keeps its focus.
    let shown: string | undefined
    $effect(() => {
      const text = this.#shockText
      const isFirst = shown === undefined
      if (text === shown) return
      shown = text
      if (isFirst) return
      untrack(() => void Promise.all([this.stress.refresh(), this.portfolio.refresh()]))
    })
  }

  /** Shows what an address selects. */
  accept({ accountId, shocks }: MarginSettings): void {
    if (accountId !== null) this.accountId = accountId
    if (shocks.length > 0) this.drafts.load(shocks)
  }

  get #shockText(): string {
    return JSON.stringify(this.drafts.shocks)
  }

  get #inScope(): readonly AccountSummary[] {
    const { accountId } = this.app
    return (this.accounts.current ?? []).filter(({ id }) => (accountId ?? id) === id)
  }

  /** The accounts in scope that have a margin. */
  get withMargin(): readonly AccountSummary[] {
    return this.#inScope.filter(({ margin }) => margin !== null)
  }

  /** The account in scope that was read first. */
  get oldest(): AccountSummary | undefined {
    return this.#inScope.toSorted((a, b) => a.fetchedAt - b.fetchedAt)[0]
  }

  /** The shown account: the chosen one, otherwise the first one with a margin; `null` if there is none. */
  get accountId(): string | null {
    const accounts = this.withMargin
    return (accounts.find(({ id }) => id === this.#chosen.current) ?? accounts[0])?.id ?? null
  }

  set accountId(id: string | null) {
    this.#chosen.current = id ?? ''
  }
}

/** The effect of a price move on the margin, as a title and a figure. */
interface CallWords {
  readonly title: string
  readonly figure: string
  readonly tone: 'plain' | 'near' | 'below'
}

/** A smaller move than this counts as near a margin call. */
const nearPercent = 20

/** The uniform move that leads to a margin call, as text. Percentages are not hidden in privacy mode. */
export function callWords({ state, percent }: MarginCall, format: Format): CallWords {
  const size = percent === null ? '' : format.percent(absolute(percent), 2)
  const rises = percent !== null && sign(percent) > 0
  switch (state) {
    case 'call': {
      const isNear = percent !== null && Math.abs(Number(percent)) < nearPercent
      return {
        title: rises ? m.margin_uniform_rise_to_a_margin_call() : m.margin_uniform_fall_to_a_margin_call(),
        figure: size,
        tone: isNear ? 'near' : 'plain',
      }
    }
    case 'below':
      return {
        title: m.margin_equity_is_below_the_requirement(),
        figure:
          percent === null
            ? m.margin_no_price_move_is_enough_to_end()
            : rises
              ? m.margin_a_rise_of_size_ends_it({ size })
              : m.margin_a_fall_of_size_ends_it({ size }),
        tone: 'below',
      }
    case 'none':
      return {
        title: m.margin_uniform_move_to_a_margin_call(),
        figure: m.margin_no_move_leads_to_a_call(),
        tone: 'plain',
      }
  }
}
