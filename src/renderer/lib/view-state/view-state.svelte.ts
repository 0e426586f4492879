import { untrack } from 'svelte'
import { storeValue, readValue } from './history-entries.ts'

/**
 * A value of a screen that is stored in the history: Back, a reload and the rail restore it. `name` is unique within the
 * screen. A stored value that `accepts` rejects, for example of another version, is ignored. Values must be data: a plain
 * copy is stored, because the history rejects the reactive objects of a bound property.
 */
export class ViewState<T> {
  #value: T
  readonly #name: string

  constructor(name: string, initial: T, accepts: (value: unknown) => value is T) {
    this.#name = name
    const stored = readValue(name)
    this.#value = $state.raw(accepts(stored) ? stored : initial)
  }

  get current(): T {
    return this.#value
  }

  set current(value: T) {
    this.#value = value
    storeValue(this.#name, $state.snapshot(value))
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string'

/** Accepts one of the given texts. */
export const oneOf =
  <T extends string>(...choices: readonly T[]) =>
  (value: unknown): value is T =>
    choices.some((choice) => choice === value)

/**
 * Stores fields of a view in the history, for example its filter: restores them immediately and follows their changes. Call
 * it during the initialisation of the component. The names of the fields are unique within the screen, or get a `prefix`.
 */
export function storeFields<V extends object>(
  view: V,
  fields: { readonly [K in keyof V]?: (value: unknown) => value is V[K] },
  prefix = '',
): void {
  for (const field in fields) {
    const accepts = fields[field]
    const name = `field ${prefix}${field}`
    const stored = untrack(() => readValue(name))
    if (accepts?.(stored) === true) untrack(() => (view[field] = stored))
    let isFirst = true
    $effect(() => {
      const value = view[field]
      if (!isFirst) storeValue(name, $state.snapshot(value))
      isFirst = false
    })
  }
}
