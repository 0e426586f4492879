import type { Client } from '#shared/client.ts'
import type { Instrument } from '#shared/model/instrument.ts'
import { Combobox } from '../ui/combobox/combobox.svelte.ts'

/** Searches all instruments as you type. Choosing one clears the field. */
export class SymbolSearch extends Combobox<Instrument> {
  static readonly debounceMs = 150
  static readonly limit = 20

  #isDismissed = $state(false)

  constructor(client: Pick<Client, 'call' | 'on'>, onchoose: (instrument: Instrument) => void) {
    super({
      debounceMs: SymbolSearch.debounceMs,
      read: async (text) => (text === '' ? [] : client.call('instruments.search', { text, limit: SymbolSearch.limit })),
      onchoose,
      onmore: (listener) => client.on('instruments.changed', listener),
    })
  }

  override get text(): string {
    return super.text
  }
  override set text(text: string) {
    this.#isDismissed = false
    super.text = text
  }
  get isOpen(): boolean {
    return !this.#isDismissed && this.text.trim() !== ''
  }

  close(): void {
    this.#isDismissed = true
  }

  override choose(instrument: Instrument): void {
    this.reset()
    super.choose(instrument)
  }

  override press(key: string): boolean {
    if (this.text.trim() === '') return false
    if (key === 'Escape') {
      this.reset()
      return true
    }
    if (this.isOpen) return super.press(key)
    if (key !== 'ArrowDown') return false
    this.#isDismissed = false
    return true
  }
}
