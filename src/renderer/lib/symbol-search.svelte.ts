import type { Client } from '../../shared/client.ts'
import type { AppError } from '../../shared/errors.ts'
import type { Instrument } from '../../shared/model/instrument.ts'
import { asAppError } from './failure.ts'

/** Search as you type over all instruments: waits for a pause, and a late answer never replaces a newer one. */
export class SymbolSearch {
  static readonly debounceMs = 150
  static readonly limit = 20

  #text = $state('')
  #found = $state.raw<readonly Instrument[]>([])
  #answered = $state('')
  #error = $state.raw<AppError>()
  #active = $state(-1)
  #open = $state(false)
  #turn = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #client: Pick<Client, 'call'>
  readonly #choose: (instrument: Instrument) => void

  constructor(client: Pick<Client, 'call'>, choose: (instrument: Instrument) => void) {
    this.#client = client
    this.#choose = choose
  }

  get text(): string {
    return this.#text
  }
  /** Typing: asks after a short pause. */
  set text(text: string) {
    this.#text = text
    this.#open = text.trim() !== ''
    clearTimeout(this.#timer)
    this.#turn += 1
    if (this.#open) this.#timer = setTimeout(() => void this.#ask(), SymbolSearch.debounceMs)
    else this.#show([], '')
  }
  get found(): readonly Instrument[] {
    return this.#found
  }
  /** Index of the marked line; -1 while there is none. */
  get active(): number {
    return this.#active
  }
  get isOpen(): boolean {
    return this.#open
  }
  get error(): AppError | undefined {
    return this.#error
  }
  /** The text was asked for, and no instrument bears it. */
  get foundNothing(): boolean {
    return this.#found.length === 0 && this.#answered !== '' && this.#answered === this.#text.trim()
  }

  /** Marks a line, as the pointer does when it passes over it. */
  mark(index: number): void {
    this.#active = index
  }

  /** Takes the instrument and empties the field for the next one. */
  choose(instrument: Instrument): void {
    this.text = ''
    this.#choose(instrument)
  }

  close(): void {
    this.#open = false
  }

  /** Stops what is under way; to be called when the field goes. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#turn += 1
  }

  /** The keys of a combobox; tells whether the key was taken. */
  press(key: string): boolean {
    if (key === 'Escape') {
      const wasInUse = this.#text !== ''
      this.text = ''
      return wasInUse
    }
    if (key === 'ArrowDown' && !this.#open && this.#text.trim() !== '') {
      this.#open = true
      return true
    }
    if (!this.#open || this.#found.length === 0) return false
    const last = this.#found.length - 1
    switch (key) {
      case 'ArrowDown':
        this.#active = this.#active >= last ? 0 : this.#active + 1
        return true
      case 'ArrowUp':
        this.#active = this.#active <= 0 ? last : this.#active - 1
        return true
      case 'Enter': {
        // While the answer to what stands in the field is under way, the lines shown are those of an older text.
        const instrument = this.#answered === this.#text.trim() ? this.#found[this.#active] : undefined
        if (instrument) this.choose(instrument)
        return true
      }
      default:
        return false
    }
  }

  async #ask(): Promise<void> {
    const turn = this.#turn
    const text = this.#text.trim()
    try {
      const found = await this.#client.call('instruments.search', { text, limit: SymbolSearch.limit })
      if (turn === this.#turn) this.#show(found, text)
    } catch (cause) {
      if (turn !== this.#turn) return
      this.#show([], '')
      this.#error = asAppError(cause)
    }
  }

  #show(found: readonly Instrument[], answered: string): void {
    this.#found = found
    this.#answered = answered
    this.#active = found.length > 0 ? 0 : -1
    this.#error = undefined
  }
}
