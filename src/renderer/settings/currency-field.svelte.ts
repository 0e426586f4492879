import type { App } from '../lib/app.svelte.ts'

/** The account currency while it is typed: kept once it is a code, or nothing. */
export class CurrencyField {
  readonly #app: App
  #draft = $state<string>()

  constructor(app: App) {
    this.#app = app
  }

  get text(): string {
    return this.#draft ?? this.#app.settings.accountCurrency ?? ''
  }

  set text(value: string) {
    this.#draft = value.toUpperCase()
    if (this.isValid) void this.#app.change({ accountCurrency: this.#draft || null })
  }

  get isValid(): boolean {
    return /^([A-Z]{3})?$/.test(this.text)
  }

  /** Leaves the field: what is no code is not kept, and is seen not to be. */
  leave(): void {
    this.#draft = undefined
  }
}
