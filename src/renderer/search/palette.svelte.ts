import type { AppError } from '../../shared/errors.ts'
import type { InstrumentFound } from '../../shared/model/instrument.ts'
import type { App } from '../lib/app.svelte.ts'
import { asAppError } from '../lib/failure.ts'
import { Query } from '../lib/query.svelte.ts'
import { goTo } from '../shell/router.svelte.ts'
import { findCommands, listCommands, type Action, type Command } from './commands.ts'
import { instrumentHref } from '../instrument/address.ts'
import { keepRecent, readRecent } from './recent-instruments.ts'

/** A line of the palette. */
export type Item =
  | { readonly kind: 'instrument'; readonly instrument: InstrumentFound }
  | { readonly kind: 'command'; readonly command: Command }

/** Search as you type over instruments and commands, walked by keys. A late answer never replaces a newer one. */
export class Palette {
  static readonly debounceMs = 50
  static readonly limit = 12

  isOpen = $state(false)
  #text = $state('')
  #found = $state.raw<readonly InstrumentFound[]>([])
  /** The text whose answer is shown. */
  #answered = $state('')
  #error = $state.raw<AppError>()
  #marked = $state(0)
  #isEnterPending = false
  #turn = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #app: App
  readonly #openShortcuts: () => void
  readonly #accounts
  readonly #list
  readonly #commands = $derived.by(() => {
    const { accountId, isPrivate, settings } = this.#app
    const accountIds = (this.#accounts.current ?? []).map(({ id }) => id)
    return findCommands(listCommands({ accountIds, accountId, isPrivate, theme: settings.theme }), this.#text)
  })
  readonly #items = $derived<readonly Item[]>([
    ...this.#found.map((instrument) => ({ kind: 'instrument', instrument }) as const),
    ...this.#commands.map((command) => ({ kind: 'command', command }) as const),
  ])

  constructor(app: App, openShortcuts: () => void) {
    this.#app = app
    this.#openShortcuts = openShortcuts
    this.#accounts = new Query(app.client, 'accounts.changed', () => app.client.call('accounts.list'))
    this.#list = new Query(app.client, 'instruments.changed', () => app.client.call('instruments.state'))
  }

  get text(): string {
    return this.#text
  }
  /** Typing: asks after a short pause. */
  set text(text: string) {
    this.#text = text
    this.#marked = 0
    this.#isEnterPending = false
    this.#askSoon(Palette.debounceMs)
  }
  get instruments(): readonly InstrumentFound[] {
    return this.#found
  }
  get commands(): readonly Command[] {
    return this.#commands
  }
  get items(): readonly Item[] {
    return this.#items
  }
  /** Index of the marked line; -1 while there is none. */
  get active(): number {
    return Math.min(this.#marked, this.#items.length - 1)
  }
  get error(): AppError | undefined {
    return this.#error
  }
  /** What is known of the list of all instruments; `undefined` until that is read. */
  get list() {
    return this.#list.current
  }
  /** No instrument is shown, and none is on its way. */
  get foundNone(): boolean {
    return this.#found.length === 0 && this.#isAnswered && this.#text.trim() !== ''
  }
  get #isAnswered(): boolean {
    return this.#answered === this.#text.trim()
  }

  /** Opens it empty, with what was opened from it before. */
  open(): void {
    this.isOpen = true
    this.#found = []
    this.text = ''
    this.#askSoon(0)
  }

  close(): void {
    this.isOpen = false
    clearTimeout(this.#timer)
    this.#turn += 1
  }

  /** Marks a line, as the pointer does when it passes over it. */
  mark(index: number): void {
    this.#marked = index
  }

  /** The keys of a combobox; tells whether the key was taken. Escape is the dialog's. */
  press(key: string): boolean {
    const count = this.#items.length
    if (key === 'Enter') {
      // Until the answer is there, the lines are those of another text.
      if (this.#isAnswered || this.#error !== undefined) this.#chooseMarked()
      else this.#isEnterPending = true
      return true
    }
    if (count === 0) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step !== undefined) this.#marked = (this.active + step + count) % count
    else if (key === 'PageDown') this.#marked = Math.min(count - 1, this.active + 8)
    else if (key === 'PageUp') this.#marked = Math.max(0, this.active - 8)
    else return false
    return true
  }

  choose(item: Item): void {
    this.close()
    if (item.kind === 'command') return this.#run(item.command.action)
    const { symbol } = item.instrument
    const profileId = this.#app.connection?.profile.id
    if (profileId !== undefined) keepRecent(profileId, symbol)
    location.hash = instrumentHref(symbol)
  }

  #chooseMarked(): void {
    const item = this.#items[this.active]
    if (item !== undefined) this.choose(item)
  }

  #run(action: Action): void {
    switch (action.kind) {
      case 'screen':
        return goTo(action.screen)
      case 'account':
        this.#app.accountId = action.accountId
        return
      case 'theme':
        return void this.#app.change({ theme: action.theme })
      case 'privacy':
        return void this.#app.togglePrivacy()
      case 'shortcuts':
        return this.#openShortcuts()
    }
  }

  #askSoon(delayMs: number): void {
    clearTimeout(this.#timer)
    this.#turn += 1
    this.#timer = setTimeout(() => void this.#ask(), delayMs)
  }

  async #ask(): Promise<void> {
    const turn = this.#turn
    const text = this.#text.trim()
    try {
      const found = text === '' ? await this.#readRecent() : await this.#search(text, Palette.limit)
      if (turn === this.#turn) this.#show(found, text)
    } catch (cause) {
      if (turn !== this.#turn) return
      this.#show([], text)
      this.#error = asAppError(cause)
    }
  }

  readonly #search = (text: string, limit: number): Promise<InstrumentFound[]> =>
    this.#app.client.call('instruments.search', { text, limit })

  /** As the list has them now: a name or a mark may have changed. */
  async #readRecent(): Promise<InstrumentFound[]> {
    const profileId = this.#app.connection?.profile.id
    const symbols = profileId === undefined ? [] : readRecent(profileId)
    const found = await Promise.all(symbols.map((symbol) => this.#search(symbol, 1)))
    return found.flat().filter(({ symbol }, index) => symbol === symbols[index])
  }

  #show(found: readonly InstrumentFound[], answered: string): void {
    this.#found = found
    this.#answered = answered
    this.#error = undefined
    const isWaiting = this.#isEnterPending
    this.#isEnterPending = false
    if (isWaiting) this.#chooseMarked()
  }
}
