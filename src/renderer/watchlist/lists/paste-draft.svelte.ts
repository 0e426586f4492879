import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { Client } from '../../shared/client.ts'
import type { AppError } from '../../shared/errors.ts'
import type { ResolvedInput } from '../../shared/model/watchlist.ts'
import { maxListSymbols } from '../../shared/watchlist-limits.ts'
import { parseWatchlistText } from '../../shared/watchlist-text.ts'
import { asAppError } from '../lib/failure.ts'

/** What becomes of one name of the text. */
export interface PasteLine extends ResolvedInput {
  /** `formed` is known to nobody here, but has the form of a symbol: it may be added all the same. */
  readonly kind: 'known' | 'present' | 'ambiguous' | 'formed' | 'unknown'
  /** What goes into the list for it; `null` for nothing. */
  readonly adds: string | null
}

const debounceMs = 250

/** A pasted text on its way into a list: what its names mean, what the person chose, and what is added in the end. */
export class PasteDraft {
  #text = $state('')
  #resolved = $state.raw<readonly ResolvedInput[]>([])
  #answered = $state('')
  #error = $state.raw<AppError>()
  #turn = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Of names that several bear: the symbol chosen. */
  readonly #chosen = new SvelteMap<string, string>()
  readonly #forced = new SvelteSet<string>()
  readonly #client: Pick<Client, 'call'>
  readonly #listed: () => readonly string[]

  readonly lines = $derived.by((): readonly PasteLine[] => this.#resolved.map((one) => this.#lineOf(one)))
  /** Each once, in the order of the text. */
  readonly symbols = $derived([...new Set(this.lines.flatMap(({ adds }) => (adds === null ? [] : [adds])))])

  /** `listed` are the symbols of the list that it goes to. */
  constructor(client: Pick<Client, 'call'>, listed: () => readonly string[]) {
    this.#client = client
    this.#listed = listed
  }

  get text(): string {
    return this.#text
  }
  /** Typing: asks after a short pause what it means. */
  set text(text: string) {
    this.#text = text
    this.#turn += 1
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.resolve(), debounceMs)
  }
  get error(): AppError | undefined {
    return this.#error
  }
  get isTooLong(): boolean {
    return this.#listed().length + this.symbols.length > maxListSymbols
  }
  /** What is shown is what the text means. */
  get isResolved(): boolean {
    return this.#answered === this.#text
  }
  /** The name that the text itself gives to its list. */
  get name(): string | null {
    return parseWatchlistText(this.#text).name
  }

  choose(input: string, symbol: string): void {
    if (symbol === '') this.#chosen.delete(input)
    else this.#chosen.set(input, symbol)
  }
  force(input: string, isForced: boolean): void {
    if (isForced) this.#forced.add(input)
    else this.#forced.delete(input)
  }

  /** Asks at once; a late answer never replaces a newer one. */
  async resolve(): Promise<void> {
    clearTimeout(this.#timer)
    const turn = ++this.#turn
    const text = this.#text
    try {
      const resolved = text.trim() === '' ? [] : await this.#client.call('watchlists.resolve', { text })
      if (turn !== this.#turn) return
      this.#resolved = resolved
      this.#answered = text
      this.#error = undefined
    } catch (cause) {
      if (turn !== this.#turn) return
      this.#resolved = []
      this.#error = asAppError(cause)
    }
  }

  /** Stops what is under way; to be called when the sheet goes. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#turn += 1
  }

  #lineOf(one: ResolvedInput): PasteLine {
    const isListed = (symbol: string) => this.#listed().includes(symbol)
    if (one.symbol !== null)
      return isListed(one.symbol)
        ? { ...one, kind: 'present', adds: null }
        : { ...one, kind: 'known', adds: one.symbol }
    if (one.candidates.length > 0) {
      const symbol = this.#chosen.get(one.input)
      return { ...one, kind: 'ambiguous', adds: symbol === undefined || isListed(symbol) ? null : symbol }
    }
    if (!/^[^@\s][^@]*@[^@]*[^@\s]$/.test(one.input) || one.input.length > 128)
      return { ...one, kind: 'unknown', adds: null }
    if (isListed(one.input)) return { ...one, kind: 'present', adds: null }
    return { ...one, kind: 'formed', adds: this.#forced.has(one.input) ? one.input : null }
  }
}
