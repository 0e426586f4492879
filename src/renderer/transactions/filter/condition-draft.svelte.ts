import type { FilterCondition, TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { conditionKey, withCondition, withoutCondition } from '../rows/filter-edit.ts'
import type { TransactionsView } from '../rows/transactions-view.svelte.ts'
import type { ConditionField } from './condition-words.ts'

type Content = FilterCondition extends infer C ? (C extends FilterCondition ? Omit<C, 'isNot'> : never) : never

/** A condition being added or edited. A complete condition is applied to the filter at once. */
export class ConditionDraft {
  readonly field: ConditionField
  readonly #view: TransactionsView
  #isNot = $state(false)
  /** The key of the condition in the filter, if it is there. */
  #key = $state<string>()

  constructor(view: TransactionsView, field: ConditionField, existing?: FilterCondition) {
    this.#view = view
    this.field = field
    // A second condition on the same field starts as "is not".
    this.#isNot =
      existing?.isNot ?? view.filter.conditions.some((condition) => condition.field === field && !condition.isNot)
    this.#key = existing && conditionKey(existing)
    if (field === 'trade' && !existing) this.set({ field })
  }

  get condition(): FilterCondition | undefined {
    return this.#view.filter.conditions.find((condition) => conditionKey(condition) === this.#key)
  }
  /** The current filter, limited to the account in scope. */
  get filter(): TransactionFilter {
    return this.#view.requested.filter
  }
  get values(): readonly string[] {
    const { condition } = this
    return condition !== undefined && 'values' in condition ? condition.values : []
  }

  get mode(): 'is' | 'not' {
    return this.#isNot ? 'not' : 'is'
  }
  set mode(mode: 'is' | 'not') {
    const { condition } = this
    this.#isNot = mode === 'not'
    if (condition) this.#put({ ...condition, isNot: this.#isNot })
  }

  set(content: Content): void {
    this.#put({ ...content, isNot: this.#isNot })
  }
  /** Adds or removes a value; a condition without values is removed. */
  toggle(value: string): void {
    const { field, values } = this
    if (field === 'period' || field === 'amount' || field === 'trade') return
    const next = values.includes(value) ? values.filter((chosen) => chosen !== value) : [...values, value]
    if (next.length === 0) this.remove()
    else this.set({ field, values: next })
  }
  remove(): void {
    if (this.#key !== undefined) this.#view.change({ filter: withoutCondition(this.#view.filter, this.#key) })
    this.#key = undefined
  }

  #put(condition: FilterCondition): void {
    const filter = withCondition(this.#view.filter, condition, this.#key)
    this.#key = conditionKey(condition)
    this.#view.change({ filter })
  }
}
