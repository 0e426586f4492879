import { createSubscriber } from 'svelte/reactivity'
import type { AppError } from '#shared/errors.ts'
import { asAppError } from '../../lib/host/failure.ts'

interface ComboboxOptions<Item> {
  /** How long typing must pause before `read` is called. */
  readonly debounceMs: number
  /** Finds the items for a trimmed text, best match first. */
  readonly read: (text: string) => Promise<readonly Item[]>
  readonly onchoose: (item: Item) => void
  /**
   * Calls `listener` when `read` may find more than before; a text without a match is then searched again. Returns a
   * function that ends this.
   */
  readonly onmore?: (listener: () => void) => () => void
  /** Items found without a request, listed before those that `read` finds. */
  readonly leadingItems?: () => readonly Item[]
  /** Items found without a request, listed after those that `read` finds. */
  readonly immediateItems?: () => readonly Item[]
  /**
   * If true, Enter before the response chooses the best match as soon as it is known. Otherwise such an Enter is ignored.
   */
  readonly isEnterDeferred?: boolean
}

const pageSize = 8

/** The state of a text field with a list of matches: search as you type, arrow keys, Enter. A late response is dropped. */
export class Combobox<Item> {
  #text = $state('')
  #found = $state.raw<readonly Item[]>([])
  /** The text whose matches are shown. */
  #shownText = $state('')
  #error = $state.raw<AppError>()
  #highlighted = $state(0)
  #isEnterPending = false
  #sequence = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #options: ComboboxOptions<Item>
  /** Active while something on screen shows the list. */
  readonly #subscribe: () => void

  constructor(options: ComboboxOptions<Item>) {
    this.#options = options
    this.#subscribe = createSubscriber(() =>
      options.onmore?.(() => {
        if (this.foundNothing) this.#readAfter(options.debounceMs)
      }),
    )
  }

  get text(): string {
    return this.#text
  }
  set text(text: string) {
    this.#text = text
    this.#highlighted = 0
    this.#isEnterPending = false
    this.#readAfter(this.#options.debounceMs)
  }
  /** The items that `read` found for the last completed text. */
  get found(): readonly Item[] {
    this.#subscribe()
    return this.#found
  }
  get items(): readonly Item[] {
    const { leadingItems, immediateItems } = this.#options
    return [...(leadingItems?.() ?? []), ...this.found, ...(immediateItems?.() ?? [])]
  }
  /** Index of the highlighted item; -1 when there are no items. */
  get active(): number {
    return Math.min(this.#highlighted, this.items.length - 1)
  }
  get error(): AppError | undefined {
    return this.#error
  }
  /** The search for the typed text is finished and found nothing. */
  get foundNothing(): boolean {
    return this.#found.length === 0 && this.#text.trim() !== '' && this.#isUpToDate && this.#error === undefined
  }
  get #isUpToDate(): boolean {
    return this.#shownText === this.#text.trim()
  }

  /** Clears the field and the list; `read` is called without a pause. */
  reset(): void {
    this.#show([], '')
    this.text = ''
    this.#readAfter(0)
  }
  /** Drops the response of a request in progress. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#sequence += 1
  }
  highlight(index: number): void {
    this.#highlighted = index
  }
  choose(item: Item): void {
    this.#options.onchoose(item)
  }

  /** Handles a key of the field. Returns whether it was used. */
  press(key: string): boolean {
    if (key === 'Enter') {
      // Until the response arrives, the list belongs to an older text.
      if (this.#isUpToDate) this.#chooseActive()
      else this.#isEnterPending = this.#options.isEnterDeferred ?? false
      return true
    }
    const count = this.items.length
    if (count === 0) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step !== undefined) this.#highlighted = (this.active + step + count) % count
    else if (key === 'PageDown') this.#highlighted = Math.min(count - 1, this.active + pageSize)
    else if (key === 'PageUp') this.#highlighted = Math.max(0, this.active - pageSize)
    else return false
    return true
  }

  #chooseActive(): void {
    const item = this.items[this.active]
    if (item !== undefined) this.choose(item)
  }

  #readAfter(delayMs: number): void {
    this.stop()
    this.#timer = setTimeout(() => void this.#read(), delayMs)
  }

  async #read(): Promise<void> {
    const sequence = this.#sequence
    const text = this.#text.trim()
    try {
      const found = await this.#options.read(text)
      if (sequence === this.#sequence) this.#show(found, text)
    } catch (cause) {
      if (sequence === this.#sequence) this.#show([], text, asAppError(cause))
    }
  }

  #show(found: readonly Item[], text: string, error?: AppError): void {
    this.#found = found
    this.#shownText = text
    this.#error = error
    const wasEnterPending = this.#isEnterPending
    this.#isEnterPending = false
    if (wasEnterPending) this.#chooseActive()
  }
}
