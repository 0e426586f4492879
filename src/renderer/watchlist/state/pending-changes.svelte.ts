import type { QuoteColumnKey } from '#shared/quote-columns.ts'

/** A change of a list by the user. */
interface Change {
  readonly symbols?: readonly string[]
  readonly columns?: readonly QuoteColumnKey[] | null
}

/** Changes that are shown before the journal has saved them. They are saved one after the other. */
export class PendingChanges {
  #shown = $state.raw<Change & { readonly id: string }>()
  #waiting = 0
  #saved: Promise<unknown> = Promise.resolve()

  /** Resolves when everything is saved. */
  get saved(): Promise<unknown> {
    return this.#saved
  }

  /** The unsaved change of a list. */
  of(id: string | undefined): Change | undefined {
    return this.#shown?.id === id ? this.#shown : undefined
  }

  /** Shows a change of a list until everything is saved. `save` never throws. */
  show(id: string, change: Change, save: () => Promise<unknown>): Promise<unknown> {
    this.#shown = { ...this.of(id), ...change, id }
    this.#waiting += 1
    this.#saved = this.#saved.then(async () => {
      await save()
      this.#waiting -= 1
      if (this.#waiting === 0) this.#shown = undefined
    })
    return this.#saved
  }
}
