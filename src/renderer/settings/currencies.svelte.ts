import { m } from '#shared/messages/messages.js'
import type { Currencies, Rate, RateCandidate } from '#shared/model/currency.ts'
import { rateProblemWords } from '#shared/text/unknown-words.ts'
import { ActionRunner } from '../lib/action-runner.svelte.ts'
import type { App } from '../lib/app.svelte.ts'
import { query } from '../lib/host/queries.svelte.ts'
import type { Query } from '../lib/host/query.svelte.ts'

/** The rate of one currency: its value, its candidates, and the user's choice. */
interface RateRow {
  readonly currency: string
  readonly rate: Rate | null
  /** Why there is no rate. */
  readonly problem: string | null
  readonly candidates: readonly RateCandidate[]
  /** The chosen symbol; empty if Tidemark chooses. */
  readonly chosen: string
}

/** The possible numbers of units of a price. */
export const unitChoices = [1, 10, 100, 1_000, 10_000] as const

/** Reads and changes the base currency and the instruments of the rates. */
export class RateControl {
  readonly currencies: Query<Currencies>
  readonly #actions: ActionRunner
  /** The instrument whose units the user must still state. */
  #pending = $state.raw<RateCandidate | null>(null)

  constructor({ client }: Pick<App, 'client'>) {
    this.currencies = query(client, 'currencies.read')
    this.#actions = new ActionRunner(client)
  }

  get error() {
    return this.#actions.error ?? this.currencies.error
  }

  get base(): string | null {
    return this.currencies.current?.base ?? null
  }

  /** The currencies to choose from: those in use, the chosen one, and the most traded. */
  get bases(): string[] {
    const { inUse = [], base = null } = this.currencies.current ?? {}
    return [...new Set([...inUse, ...(base === null ? [] : [base]), 'CNY', 'EUR', 'RUB', 'USD'])].sort()
  }

  /** The instruments whose prices are shown, or are being loaded. */
  get symbols(): string[] {
    const { rates = [], notConverted = [] } = this.currencies.current ?? {}
    const shown = rates.flatMap(({ symbol, via }) => (via === null ? [symbol] : [symbol, via.symbol]))
    return [...new Set([...shown, ...notConverted.flatMap(({ symbol }) => symbol ?? [])])]
  }

  get rows(): RateRow[] {
    const known = this.currencies.current
    if (known === undefined || known.base === null) return []
    return known.inUse
      .filter((currency) => currency !== known.base)
      .map((currency) => {
        const isOwn = (row: { readonly currency: string }): boolean => row.currency === currency
        const problem = known.notConverted.find(isOwn)
        return {
          currency,
          rate: known.rates.find(isOwn) ?? null,
          problem:
            problem === undefined ? null : m.settings_no_rate_problem({ problem: rateProblemWords(problem.problem) }),
          candidates: known.candidates.filter(isOwn),
          chosen: this.pendingOf(currency)?.symbol ?? known.chosen.find(isOwn)?.symbol ?? '',
        }
      })
  }

  /** The instrument that was chosen for a currency and needs its units. */
  pendingOf(currency: string): RateCandidate | null {
    return this.#pending?.currency === currency ? this.#pending : null
  }

  setBase(currency: string): Promise<boolean> {
    this.#pending = null
    return this.#actions.run('base', (client) => client.call('currencies.setBase', { currency: currency || null }))
  }

  /** Chooses an instrument, or requires its units first; an empty symbol leaves the choice to Tidemark. */
  async choose({ currency, candidates }: RateRow, symbol: string): Promise<void> {
    const candidate = candidates.find((row) => row.symbol === symbol)
    this.#pending = candidate?.units === null ? candidate : null
    if (this.#pending === null) await this.#set(currency, symbol || null, null)
  }

  /** Sets the number of units for the price of the pending instrument. */
  async stateUnits(units: number): Promise<void> {
    const pending = this.#pending
    if (pending !== null && (await this.#set(pending.currency, pending.symbol, units))) this.#pending = null
  }

  #set(currency: string, symbol: string | null, units: number | null): Promise<boolean> {
    return this.#actions.run(`rate ${currency}`, (client) =>
      client.call('currencies.setRate', { currency, symbol, units }),
    )
  }
}

/** The field of the account currency: saved when it is a three-letter code or empty. */
export class CurrencyField {
  readonly #app: App
  #draft = $state<string>()

  constructor(app: App) {
    this.#app = app
  }

  get text(): string {
    return this.#draft ?? this.#app.settings.accountCurrency ?? ''
  }

  set text(value: string) {
    this.#draft = value.toUpperCase()
    if (this.isValid) void this.#app.change({ accountCurrency: this.#draft || null })
  }

  get isValid(): boolean {
    return /^([A-Z]{3})?$/.test(this.text)
  }

  /** Called when the field loses the focus: an incomplete code is replaced by the saved one. */
  leave(): void {
    this.#draft = undefined
  }
}
