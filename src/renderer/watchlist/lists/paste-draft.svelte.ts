import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { Client } from '#shared/client.ts'
import type { AppError } from '#shared/errors.ts'
import type { ResolvedInput } from '#shared/model/watchlist.ts'
import { maxListSymbols, parseWatchlistText } from '#shared/watchlist-text.ts'
import { asAppError } from '../../lib/host/failure.ts'

/** The result for one name of the text. */
export interface PasteLine extends ResolvedInput {
  /** `formed`: an unknown name that has the form of a symbol, which can still be added. */
  readonly kind: 'known' | 'present' | 'ambiguous' | 'formed' | 'unknown'
  /** The symbol to add; `null` if there is none. */
  readonly adds: string | null
}

const debounceMs = 250

/** A pasted list before it is added: the matches for its names, and the choices of the user. */
export class PasteDraft {
  #text = $state('')
  #resolved = $state.raw<readonly ResolvedInput[]>([])
  #resolvedText = $state('')
  #error = $state.raw<AppError>()
  #sequence = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The chosen symbols of ambiguous names. */
  readonly #chosen = new SvelteMap<string, string>()
  readonly #forced = new SvelteSet<string>()
  readonly #client: Pick<Client, 'call'>
  readonly #listed: () => readonly string[]

  readonly lines = $derived.by((): readonly PasteLine[] => this.#resolved.map((input) => this.#lineOf(input)))
  /** The symbols to add, without duplicates, in the order of the text. */
  readonly symbols = $derived([...new Set(this.lines.flatMap(({ adds }) => (adds === null ? [] : [adds])))])

  /** `listed` returns the symbols of the target list. */
  constructor(client: Pick<Client, 'call'>, listed: () => readonly string[]) {
    this.#client = client
    this.#listed = listed
  }

  get text(): string {
    return this.#text
  }
  /** The matches are read after a short pause. */
  set text(text: string) {
    this.#text = text
    this.#sequence += 1
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.resolve(), debounceMs)
  }
  get error(): AppError | undefined {
    return this.#error
  }
  get isTooLong(): boolean {
    return this.#listed().length + this.symbols.length > maxListSymbols
  }
  /** Whether the matches belong to the current text. */
  get isResolved(): boolean {
    return this.#resolvedText === this.#text
  }
  /** The name of the list, if the text states one. */
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

  /** Reads the matches now. A late response never replaces a newer one. */
  async resolve(): Promise<void> {
    clearTimeout(this.#timer)
    const sequence = ++this.#sequence
    const text = this.#text
    try {
      const resolved = text.trim() === '' ? [] : await this.#client.call('watchlists.resolve', { text })
      if (sequence !== this.#sequence) return
      this.#resolved = resolved
      this.#resolvedText = text
      this.#error = undefined
    } catch (cause) {
      if (sequence !== this.#sequence) return
      this.#resolved = []
      this.#error = asAppError(cause)
    }
  }

  /** Drops the response in progress. Call when the dialog closes. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#sequence += 1
  }

  #lineOf(resolved: ResolvedInput): PasteLine {
    const isListed = (symbol: string) => this.#listed().includes(symbol)
    if (resolved.symbol !== null)
      return isListed(resolved.symbol)
        ? { ...resolved, kind: 'present', adds: null }
        : { ...resolved, kind: 'known', adds: resolved.symbol }
    if (resolved.candidates.length > 0) {
      const symbol = this.#chosen.get(resolved.input)
      return { ...resolved, kind: 'ambiguous', adds: symbol === undefined || isListed(symbol) ? null : symbol }
    }
    if (!/^[^@\s][^@]*@[^@]*[^@\s]$/.test(resolved.input) || resolved.input.length > 128)
      return { ...resolved, kind: 'unknown', adds: null }
    if (isListed(resolved.input)) return { ...resolved, kind: 'present', adds: null }
    return { ...resolved, kind: 'formed', adds: this.#forced.has(resolved.input) ? resolved.input : null }
  }
}
