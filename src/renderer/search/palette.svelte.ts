import { tick } from 'svelte'
import type { InstrumentFound } from '#shared/model/instrument.ts'
import type { App } from '../lib/app.svelte.ts'
import { query } from '../lib/host/queries.svelte.ts'
import { utcDateOf } from '../lib/utc-day.ts'
import { instrumentHref } from '../navigation/instrument-address.ts'
import { goTo } from '../navigation/router.svelte.ts'
import { Combobox } from '../ui/combobox/combobox.svelte.ts'
import type { Command, Action } from './command.ts'
import { findCommands, isQuestion, otherWords } from './find-commands.ts'
import { listCommands } from './list-commands.ts'
import { listButtons, type ScreenButton, press, pressWhenThere } from './press-button.ts'
import { readRecentSymbols, saveRecentSymbol } from './recent-symbols.ts'
import { openAddress } from './show-panel.ts'

/** Runs a command of the palette. A failure is shown next to the state that did not change. */
function runCommand(action: Action, app: App, openShortcuts: () => void): void {
  switch (action.kind) {
    case 'screen':
      return goTo(action.screen)
    case 'account':
      app.accountId = action.accountId
      return
    case 'theme':
      return void app.change({ theme: action.theme })
    case 'language':
      return void app.change({ language: action.language })
    case 'density':
      return void app.change({ density: action.density })
    case 'privacy':
      return void app.togglePrivacy()
    case 'lock':
      return void app.lock()
    case 'sync':
      return void app.client.call('sync.now', { job: null }).catch(() => undefined)
    case 'pause':
      return void pause(app, action.paused)
    case 'shortcuts':
      return openShortcuts()
    case 'screen-command':
      goTo(action.screen)
      return void closed().then(() => pressWhenThere(action.command))
    case 'address':
      return void openAddress(action.hash, action.panel)
    case 'press':
      return void closed().then(() => press(action.element))
  }
}

/** The palette, which is modal, is closed with the next update. Until then a button behind it cannot have the focus. */
const closed = tick

async function pause(app: App, paused: boolean): Promise<void> {
  const state = await app.client.call('connection.pause', { paused }).catch(() => undefined)
  if (state !== undefined) app.acceptConnection(state)
}

export type PaletteItem =
  | { readonly kind: 'instrument'; readonly instrument: InstrumentFound }
  | { readonly kind: 'command'; readonly command: Command }

/** The command palette: the named commands, the found instruments, then other commands. */
export class Palette {
  static readonly debounceMs = 50
  static readonly limit = 12

  isOpen = $state(false)
  readonly combobox: Combobox<PaletteItem>
  readonly #app: App
  readonly #openShortcuts: () => void
  readonly #accounts
  readonly #listState
  readonly #sealing
  /** The buttons of the screen behind the palette, read when it opens. */
  #buttons = $state.raw<readonly ScreenButton[]>([])
  readonly #today = $derived.by(() => utcDateOf(this.#app.now))
  readonly #all = $derived.by(() => {
    const { accountId, isPrivate, canLock, settings, connection } = this.#app
    const accountIds = (this.#accounts.current ?? []).map(({ id }) => id)
    const { theme, density } = settings
    const isPaused = connection === undefined ? null : connection.phase === 'paused'
    const { text } = this.combobox
    const { format } = this.#app
    const asked = { text, today: this.#today, dateText: (date: string) => format.date(date) }
    const { canSeal, isSealed } = this.#sealing.current ?? { canSeal: false, isSealed: false }
    const state = { accountIds, accountId, isPrivate, canLock, canSeal: canSeal && !isSealed, theme, density, isPaused }
    return listCommands({ ...state, ...asked, buttons: this.#buttons })
  })
  readonly #commands = $derived.by(() => {
    const { named, matching, similar } = findCommands(this.#all, this.combobox.text)
    return { named: asItems(named), matching: asItems(matching), similar: asItems(similar) }
  })

  constructor(app: App, openShortcuts: () => void) {
    this.#app = app
    this.#openShortcuts = openShortcuts
    this.#accounts = query(app.client, 'accounts.list')
    this.#listState = query(app.client, 'instruments.state')
    this.#sealing = query(app.client, 'sealing.read')
    this.combobox = new Combobox<PaletteItem>({
      debounceMs: Palette.debounceMs,
      read: async (text) => {
        const found = await (text === '' ? this.#readRecent() : this.#find(text))
        return found.map((instrument) => ({ kind: 'instrument', instrument }))
      },
      onchoose: (item) => this.#run(item),
      onmore: (listener) => app.client.on('instruments.changed', listener),
      leadingItems: () => this.#commands.named,
      immediateItems: () => [...this.#commands.matching, ...this.#commands.similar],
      isEnterDeferred: true,
    })
  }

  /** Named commands are listed before the instruments, the others after them. */
  get commands() {
    return this.#commands
  }
  /** The number of known instruments and the age of their list; `undefined` until they are read. */
  get listState() {
    return this.#listState.current
  }

  /** Opens the palette with an empty field and the recently opened instruments. */
  open(): void {
    this.#buttons = listButtons(document.querySelector('#main'))
    this.isOpen = true
    this.combobox.reset()
  }

  close(): void {
    this.isOpen = false
    this.combobox.stop()
  }

  #run(item: PaletteItem): void {
    this.close()
    if (item.kind === 'command') return runCommand(item.command.action, this.#app, this.#openShortcuts)
    const { symbol } = item.instrument
    const profileId = this.#app.connection?.profile.id
    if (profileId !== undefined) saveRecentSymbol(profileId, symbol)
    location.hash = instrumentHref(symbol)
  }

  /** Finds instruments by the text; in a question or without a match, by the words of it that are not those of a command. */
  async #find(text: string): Promise<InstrumentFound[]> {
    const found = isQuestion(text) ? [] : await this.#search(text, Palette.limit)
    const other = otherWords(this.#all, text)
    return found.length > 0 || other === '' || other === text ? found : this.#search(other, Palette.limit)
  }

  readonly #search = (text: string, limit: number): Promise<InstrumentFound[]> =>
    this.#app.client.call('instruments.search', { text, limit })

  /** Reads the recent instruments again, because a name or another property may have changed. */
  async #readRecent(): Promise<InstrumentFound[]> {
    const profileId = this.#app.connection?.profile.id
    const symbols = profileId === undefined ? [] : readRecentSymbols(profileId)
    const found = await Promise.all(symbols.map((symbol) => this.#search(symbol, 1)))
    return found.flat().filter(({ symbol }, index) => symbol === symbols[index])
  }
}

const asItems = (commands: readonly Command[]): readonly PaletteItem[] =>
  commands.map((command) => ({ kind: 'command', command }))
