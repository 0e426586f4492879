import { compare, decimalOf } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { MarginStress, PortfolioStress, PriceShock } from '#shared/model/margin.ts'
import { readNumber } from '../lib/read-number.ts'
import { isText } from '../lib/view-state/view-state.svelte.ts'
import { titleOf } from '../lib/words/service-names.ts'

/** A shock as it is entered. `key` is empty for all prices, and until something is chosen. */
export interface ShockDraft {
  readonly id: number
  readonly by: PriceShock['by']
  readonly key: string
  /** For a type: restricts it to instruments priced in this currency; `null` means all of them. */
  readonly currency: string | null
  /** The typed percentage. */
  readonly text: string
}

const [lowest, highest] = [decimalOf(-100), decimalOf(10_000)]

/** Why a draft is incomplete, and which of its fields is missing. */
interface DraftProblem {
  readonly problem: string
  readonly field: 'key' | 'percent'
}

/** The shock that a draft describes, or why it is incomplete. */
export function readDraft({ by, key, currency, text }: ShockDraft): PriceShock | DraftProblem {
  const percent = readNumber(text)
  if (percent === null) return wrongPercent(m.margin_enter_percent())
  if (compare(percent, lowest) < 0) return wrongPercent(m.margin_a_price_falls_by_100_at_most())
  if (compare(percent, highest) > 0) return wrongPercent(m.margin_enter_10000_at_most())
  if (by === 'all') return { by, key: null, percent }
  if (key === '') return { problem: m.margin_choose_what_moves(), field: 'key' }
  return by === 'type' ? { by, key, percent, ...(currency !== null && { currency }) } : { by, key, percent }
}

const wrongPercent = (problem: string): DraftProblem => ({ problem, field: 'percent' })

/** Whether stored rows can be restored. Rows of another version are rejected as a whole. */
export const areShockDrafts = (value: unknown): value is readonly ShockDraft[] =>
  Array.isArray(value) && value.every(isShockDraft)

function isShockDraft(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { id, by, key, currency, text }: Partial<Record<keyof ShockDraft, unknown>> = value
  const isKnown = ['all', 'market', 'type', 'instrument', 'currency'].some((known) => known === by)
  return isKnown && typeof id === 'number' && isText(key) && isText(text) && (currency === null || isText(currency))
}

/** The shocks that are being entered. The initial one is a fall of all prices by 10 %. */
export class ShockDrafts {
  rows: readonly ShockDraft[] = $state.raw([{ id: 0, by: 'all', key: '', currency: null, text: '-10' }])

  get #nextId(): number {
    return Math.max(-1, ...this.rows.map(({ id }) => id)) + 1
  }

  /** The complete drafts as shocks, in the order of the rows. */
  get shocks(): PriceShock[] {
    return this.rows.flatMap((row) => {
      const read = readDraft(row)
      return 'problem' in read ? [] : [read]
    })
  }

  /** The index of a row's shock in `shocks`; −1 while the row is incomplete. */
  indexOf(row: ShockDraft): number {
    if ('problem' in readDraft(row)) return -1
    const before = this.rows.slice(0, this.rows.indexOf(row))
    return before.filter((other) => !('problem' in readDraft(other))).length
  }

  add(): void {
    this.rows = [...this.rows, { id: this.#nextId, by: 'instrument', key: '', currency: null, text: '-10' }]
  }

  edit(id: number, change: Partial<Omit<ShockDraft, 'id'>>): void {
    this.rows = this.rows.map((row) => (row.id === id ? { ...row, ...change } : row))
  }

  remove(id: number): void {
    this.rows = this.rows.filter((row) => row.id !== id)
  }

  /** Replaces all rows. */
  load(shocks: readonly PriceShock[]): void {
    const first = this.#nextId
    this.rows = shocks.map((shock, index) => ({
      id: first + index,
      by: shock.by,
      key: shock.key ?? '',
      text: shock.percent,
      currency: currencyOf(shock),
    }))
  }
}

/** The position of the slider. A move outside its range is shown at its end. */
export function sliderValue(text: string): number {
  const value = Number(text.trim().replace('−', '-').replace(',', '.'))
  return Number.isFinite(value) ? Math.max(-100, Math.min(100, value)) : 0
}

/** Whether two lists of shocks are equal. */
export const sameShocks = (a: readonly PriceShock[], b: readonly PriceShock[]): boolean => textOf(a) === textOf(b)

const textOf = (shocks: readonly PriceShock[]): string =>
  JSON.stringify(shocks.map((shock) => [shock.by, shock.key, currencyOf(shock), shock.percent]))

const currencyOf = (shock: PriceShock): string | null => (shock.by === 'type' ? (shock.currency ?? null) : null)

/** An instrument, market, type or currency that can be chosen for a shock. */
interface KeyOption extends Pick<ShockDraft, 'key' | 'currency'> {
  readonly value: string
  readonly label: string
}

/** The value of the selected option of a draft; empty if none is selected. */
export const optionValue = ({ key, currency }: Pick<ShockDraft, 'key' | 'currency'>): string =>
  currency === null ? key : `${key} ${currency}`

const option = (key: string, label: string, currency: string | null = null): KeyOption => ({
  value: optionValue({ key, currency }),
  key,
  currency,
  label: currency === null ? label : m.margin_type_in_currency({ type: label, currency }),
})

/** The results of the stress test, which list the instruments and currencies that can move. */
export interface Stressed {
  readonly portfolio: PortfolioStress
  /** The account whose margin is shown. */
  readonly stress: MarginStress | null
}

/** The choices for a shock: everything that the accounts hold, and the selected one even if it is not held. */
export function keyOptions(draft: ShockDraft, { portfolio, stress }: Stressed): KeyOption[] {
  const measures = [portfolio.currency, stress?.currency?.currency ?? null].filter((code) => code !== null)
  const held = portfolio.instruments.flatMap(({ symbol, name, type, currency: own }): KeyOption[] => {
    switch (draft.by) {
      case 'instrument':
        return [option(symbol, name ?? symbol)]
      case 'market':
        return [option(marketOf(symbol), marketOf(symbol))]
      case 'type':
        if (type === null) return []
        return [option(type, titleOf(type, '')), ...(own === null ? [] : [option(type, titleOf(type, ''), own)])]
      case 'currency':
        // A currency does not move against itself.
        return own === null || (measures.length > 0 && measures.every((code) => code === own)) ? [] : [option(own, own)]
      case 'all':
        return []
    }
  })
  const { key, currency } = draft
  const others = key === '' ? [] : [option(key, draft.by === 'type' ? titleOf(key, '') : key, currency)]
  const byValue = new Map([...others, ...held].map((each) => [each.value, each]))
  return [...byValue.values()].sort((a, b) => a.label.localeCompare(b.label))
}

const marketOf = (symbol: string): string => symbol.slice(symbol.lastIndexOf('@') + 1)
