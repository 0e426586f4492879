import { createContext } from 'svelte'
import { MediaQuery } from 'svelte/reactivity'
import type { Client } from '../../shared/client.ts'
import { defaultSettings } from '../../shared/default-settings.ts'
import type { AppError } from '../../shared/errors.ts'
import type { ConnectionState } from '../../shared/model/connection.ts'
import type { Settings } from '../../shared/model/settings.ts'
import { asAppError } from './failure.ts'
import { createFormat, type Format } from '../../shared/format.ts'
import { Query } from './query.svelte.ts'
import type { Reach } from './transport.ts'
import { Ticker } from './ticker.ts'

/** What a window shows until the settings are read: amounts hidden, for they may be meant to be. */
const unreadSettings: Settings = { ...defaultSettings, hideAmounts: true }

/** What every screen of a window shares: the client, the person's settings, the connection, the scope, the time. */
export class App {
  readonly client: Client
  /** The switcher's scope; null is all accounts. */
  accountId = $state<string | null>(null)
  /** What the screen shown calls itself, where that is not its name. */
  heading = $state<string>()
  /** Whether the host behind this window answers. */
  reach = $state<Reach>('answering')
  /** Why a setting could not be kept; shown until the next one is. */
  settingsError = $state.raw<AppError>()
  readonly #settings: Query<Settings>
  readonly #connection: Query<ConnectionState>
  readonly #ticker = new Ticker()
  readonly #prefersDark = new MediaQuery('(prefers-color-scheme: dark)')
  readonly #format = $derived.by(() => createFormat({ locale: this.settings.locale }))

  constructor(client: Client) {
    this.client = client
    this.#settings = new Query(client, 'settings.changed', () => client.call('settings.read'))
    this.#connection = new Query(client, 'connection.changed', () => client.call('connection.read'))
  }

  get settings(): Settings {
    return this.#settings.current ?? unreadSettings
  }

  /** Whether the settings were read, or cannot be. Before that nothing should be painted. */
  get isReady(): boolean {
    return this.#settings.current !== undefined || this.#settings.error !== undefined
  }

  get connection(): ConnectionState | undefined {
    return this.#connection.current
  }

  /** UTC milliseconds, anew each second while the window is visible. */
  get now(): number {
    return this.#ticker.now
  }

  get format(): Format {
    return this.#format
  }

  /** The theme that is shown: what the settings say, or the system. */
  get theme(): 'light' | 'dark' {
    const { theme } = this.settings
    if (theme !== 'system') return theme
    return this.#prefersDark.current ? 'dark' : 'light'
  }

  get isPrivate(): boolean {
    return this.settings.hideAmounts
  }

  /** Takes the state that a connection request answered. */
  acceptConnection(state: ConnectionState): void {
    this.#connection.accept(state)
  }

  /** Applies a setting at once and keeps it; what cannot be kept is taken back and said. */
  async change(patch: Partial<Settings>): Promise<void> {
    this.#settings.accept({ ...this.settings, ...patch })
    try {
      this.#settings.accept(await this.client.call('settings.write', patch))
      this.settingsError = undefined
    } catch (cause) {
      this.settingsError = asAppError(cause)
      await this.#settings.refresh()
    }
  }

  togglePrivacy(): Promise<void> {
    return this.change({ hideAmounts: !this.settings.hideAmounts })
  }
}

/** The window's App, by context. */
export const [getApp, setApp] = createContext<App>()
