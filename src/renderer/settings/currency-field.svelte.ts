import type { App } from '../lib/app.svelte.ts'

/** The field of the account currency: saved when it is a three-letter code or empty. */
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

  /** Called when the field loses the focus: an incomplete code is replaced by the saved one. */
  leave(): void {
    this.#draft = undefined
  }
}
