import { untrack } from 'svelte'
import { keepValue, readKept } from './history-entries.ts'

/**
 * A value of a screen that lives in the history: Back, a reload and the rail bring it back. `name` is unique within the
 * screen. What `accepts` refuses, such as a value of another version, counts as not kept. Values are data: what is kept is
 * a plain copy, because the history refuses the reactive objects of a bound property.
 */
export class Kept<T> {
  #value: T
  readonly #name: string

  constructor(name: string, initial: T, accepts: (value: unknown) => value is T) {
    this.#name = name
    const kept = readKept(name)
    this.#value = $state.raw(accepts(kept) ? kept : initial)
  }

  get current(): T {
    return this.#value
  }

  set current(value: T) {
    this.#value = value
    keepValue(this.#name, $state.snapshot(value))
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string'

/** Accepts one of a few texts. */
export const oneOf =
  <T extends string>(...choices: readonly T[]) =>
  (value: unknown): value is T =>
    choices.some((choice) => choice === value)

/**
 * Keeps fields of a view in the history, such as its filter: restores them at once, and follows their changes. Call while
 * the component starts. The names of the fields are unique within the screen, or get a `prefix`.
 */
export function keepFields<V extends object>(
  view: V,
  fields: { readonly [K in keyof V]?: (value: unknown) => value is V[K] },
  prefix = '',
): void {
  for (const field in fields) {
    const accepts = fields[field]
    const name = `field ${prefix}${field}`
    const kept = untrack(() => readKept(name))
    if (accepts?.(kept) === true) untrack(() => (view[field] = kept))
    let isFirst = true
    $effect(() => {
      const value = view[field]
      if (!isFirst) keepValue(name, $state.snapshot(value))
      isFirst = false
    })
  }
}
