import type { InstrumentFound } from '../../shared/model/instrument.ts'
import type { App } from '../lib/app.svelte.ts'
import { Query } from '../lib/host/query.svelte.ts'
import { instrumentHref } from '../navigation/instrument-address.ts'
import { goTo } from '../navigation/router.svelte.ts'
import { Combobox } from '../ui/combobox/combobox.svelte.ts'
import { findCommands, listCommands, type Action, type Command } from './commands.ts'

const maxCount = 8
const storageKey = (profileId: string): string => `recent instruments ${profileId}`

/** Symbols that were opened from the palette, the latest first. Unreadable storage counts as empty. */
export function readRecentSymbols(profileId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(profileId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((symbol) => typeof symbol === 'string').slice(0, maxCount) : []
  } catch {
    return []
  }
}

/** Moves a symbol to the front of the list. */
function saveRecentSymbol(profileId: string, symbol: string): void {
  const rest = readRecentSymbols(profileId).filter((stored) => stored !== symbol)
  localStorage.setItem(storageKey(profileId), JSON.stringify([symbol, ...rest].slice(0, maxCount)))
}

export type PaletteItem =
  | { readonly kind: 'instrument'; readonly instrument: InstrumentFound }
  | { readonly kind: 'command'; readonly command: Command }

/** The command palette: instruments, found while typing, and then commands. */
export class Palette {
  static readonly debounceMs = 50
  static readonly limit = 12

  isOpen = $state(false)
  readonly combobox: Combobox<PaletteItem>
  readonly #app: App
  readonly #openShortcuts: () => void
  readonly #accounts
  readonly #listState
  readonly #commands = $derived.by(() => {
    const { accountId, isPrivate, canLock, settings } = this.#app
    const accountIds = (this.#accounts.current ?? []).map(({ id }) => id)
    return findCommands(
      listCommands({ accountIds, accountId, isPrivate, canLock, theme: settings.theme }),
      this.combobox.text,
    ).map((command) => ({ kind: 'command', command }) as const)
  })

  constructor(app: App, openShortcuts: () => void) {
    this.#app = app
    this.#openShortcuts = openShortcuts
    this.#accounts = new Query(app.client, 'accounts.changed', () => app.client.call('accounts.list'))
    this.#listState = new Query(app.client, 'instruments.changed', () => app.client.call('instruments.state'))
    this.combobox = new Combobox<PaletteItem>({
      debounceMs: Palette.debounceMs,
      read: async (text) => {
        const found = await (text === '' ? this.#readRecent() : this.#search(text, Palette.limit))
        return found.map((instrument) => ({ kind: 'instrument', instrument }))
      },
      onchoose: (item) => this.#run(item),
      onmore: (listener) => app.client.on('instruments.changed', listener),
      immediateItems: () => this.#commands,
      isEnterDeferred: true,
    })
  }

  get commands(): readonly PaletteItem[] {
    return this.#commands
  }
  /** The number of known instruments and the age of their list; `undefined` until they are read. */
  get listState() {
    return this.#listState.current
  }

  /** Opens the palette with an empty field and the recently opened instruments. */
  open(): void {
    this.isOpen = true
    this.combobox.reset()
  }

  close(): void {
    this.isOpen = false
    this.combobox.stop()
  }

  #run(item: PaletteItem): void {
    this.close()
    if (item.kind === 'command') return this.#runCommand(item.command.action)
    const { symbol } = item.instrument
    const profileId = this.#app.connection?.profile.id
    if (profileId !== undefined) saveRecentSymbol(profileId, symbol)
    location.hash = instrumentHref(symbol)
  }

  #runCommand(action: Action): void {
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
      case 'lock':
        return void this.#app.lock()
      case 'shortcuts':
        return this.#openShortcuts()
    }
  }

  readonly #search = (text: string, limit: number): Promise<InstrumentFound[]> =>
    this.#app.client.call('instruments.search', { text, limit })

  /** Reads the instruments again, because a name or a mark may have changed since they were opened. */
  async #readRecent(): Promise<InstrumentFound[]> {
    const profileId = this.#app.connection?.profile.id
    const symbols = profileId === undefined ? [] : readRecentSymbols(profileId)
    const found = await Promise.all(symbols.map((symbol) => this.#search(symbol, 1)))
    return found.flat().filter(({ symbol }, index) => symbol === symbols[index])
  }
}
