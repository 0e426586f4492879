import { m } from '../../shared/messages/messages.js'
import { compare, decimalOf, parseDecimal, type Decimal } from '../../shared/decimal.ts'
import type { PriceShock, MarginStress } from '../../shared/model/margin.ts'
import { titleOf } from '../lib/words/service-names.ts'

/** A shock as it is entered; `key` is empty for all prices and until something is chosen. */
export interface ShockDraft {
  readonly id: number
  readonly by: PriceShock['by']
  readonly key: string
  /** Percent as typed. */
  readonly text: string
}

const [lowest, highest] = [decimalOf(-100), decimalOf(10_000)]

/** Why a draft describes no shock, and which of its fields lacks something. */
interface DraftProblem {
  readonly problem: string
  readonly field: 'key' | 'percent'
}

/** The shock that a draft describes, or why it describes none. */
export function readDraft({ by, key, text }: ShockDraft): PriceShock | DraftProblem {
  const percent = parseDecimal(text.trim().replace('−', '-').replace(',', '.'))
  if (percent === null) return wrongPercent(m.margin_enter_a_percentage_for_example_10())
  if (compare(percent, lowest) < 0) return wrongPercent(m.margin_a_price_falls_by_100_at_most())
  if (compare(percent, highest) > 0) return wrongPercent(m.margin_enter_10000_at_most())
  if (by === 'all') return { by, key: null, percent }
  return key === '' ? { problem: m.margin_choose_what_moves(), field: 'key' } : { by, key, percent }
}

const wrongPercent = (problem: string): DraftProblem => ({ problem, field: 'percent' })

/** The shocks that are being entered. It begins with a fall of all prices by a tenth. */
export class ShockDrafts {
  #nextId = 1
  rows: readonly ShockDraft[] = $state.raw([{ id: 0, by: 'all', key: '', text: '-10' }])

  /** The drafts that describe a shock, in the order of the rows. */
  get shocks(): PriceShock[] {
    return this.rows.flatMap((row) => {
      const read = readDraft(row)
      return 'problem' in read ? [] : [read]
    })
  }

  /** The place of a row's shock in `shocks`; −1 while it describes none. */
  indexOf(row: ShockDraft): number {
    if ('problem' in readDraft(row)) return -1
    const before = this.rows.slice(0, this.rows.indexOf(row))
    return before.filter((other) => !('problem' in readDraft(other))).length
  }

  add(): void {
    this.rows = [...this.rows, { id: this.#nextId++, by: 'instrument', key: '', text: '-10' }]
  }

  edit(id: number, change: Partial<Omit<ShockDraft, 'id'>>): void {
    this.rows = this.rows.map((row) => (row.id === id ? { ...row, ...change } : row))
  }

  remove(id: number): void {
    this.rows = this.rows.filter((row) => row.id !== id)
  }

  /** Replaces all rows. */
  load(shocks: readonly PriceShock[]): void {
    this.rows = shocks.map(({ by, key, percent }) => ({ id: this.#nextId++, by, key: key ?? '', text: percent }))
  }
}

/** The position of the slider; it shows moves beyond its ends at its end. */
export function sliderValue(text: string): number {
  const value = Number(text.trim().replace('−', '-').replace(',', '.'))
  return Number.isFinite(value) ? Math.max(-100, Math.min(100, value)) : 0
}

/** Whether two lists of shocks are the same. */
export const sameShocks = (a: readonly PriceShock[], b: readonly PriceShock[]): boolean => textOf(a) === textOf(b)

const textOf = (shocks: readonly PriceShock[]): string =>
  JSON.stringify(shocks.map(({ by, key, percent }): [string, string | null, Decimal] => [by, key, percent]))

interface KeyOption {
  readonly value: string
  readonly label: string
}

/** What can move: of the positions of the account, and what is chosen already although it is not held. */
export function keyOptions(by: PriceShock['by'], chosen: string, { positions, currency }: MarginStress): KeyOption[] {
  const held = positions.flatMap(({ symbol, name, type, currency: own }): KeyOption[] => {
    switch (by) {
      case 'instrument':
        return [{ value: symbol, label: name ?? symbol }]
      case 'market':
        return [{ value: marketOf(symbol), label: marketOf(symbol) }]
      case 'type':
        return type === null ? [] : [{ value: type, label: titleOf(type, '') }]
      case 'currency':
        return own === null || own === currency?.currency ? [] : [{ value: own, label: own }]
      case 'all':
        return []
    }
  })
  const others = chosen === '' ? [] : [{ value: chosen, label: chosen }]
  const byValue = new Map([...others, ...held].map((option) => [option.value, option]))
  return [...byValue.values()].sort((a, b) => a.label.localeCompare(b.label))
}

const marketOf = (symbol: string): string => symbol.slice(symbol.lastIndexOf('@') + 1)
