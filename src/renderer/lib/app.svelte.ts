import { createContext } from 'svelte'
import { MediaQuery } from 'svelte/reactivity'
import type { Client } from '#shared/client.ts'
import { defaultSettings } from '#shared/default-settings.ts'
import type { AppError } from '#shared/errors.ts'
import type { ConnectionState } from '#shared/model/app/connection.ts'
import type { LockState } from '#shared/model/app/lock.ts'
import type { Settings } from '#shared/model/app/settings.ts'
import { isMarketClosed } from '#shared/text/connection-words.ts'
import { createFormat, type Format } from '#shared/text/format.ts'
import { asAppError } from './host/failure.ts'
import { query } from './host/queries.svelte.ts'
import type { Query } from './host/query.svelte.ts'
import { Ticker } from './host/ticker.ts'
import type { Reach } from './host/transport.ts'

/** Used until the settings are read. Amounts are hidden, because the user may have hidden them. */
const unreadSettings: Settings = { ...defaultSettings, hideAmounts: true }

/** The state that all screens of a window share: client, settings, connection, chosen account, time. */
export class App {
  readonly client: Client
  /** The chosen account; null means all accounts. */
  accountId = $state<string | null>(null)
  /** The title of the current screen, if it is not the name of the screen. */
  heading = $state<string>()
  /** Whether the host behind this window responds. */
  reach = $state<Reach>('connected')
  /** Why the last setting could not be saved; cleared when a setting is saved. */
  settingsError = $state.raw<AppError>()
  readonly #settings: Query<Settings>
  readonly #connection: Query<ConnectionState>
  readonly #lock: Query<LockState>
  readonly #ticker = new Ticker()
  readonly #prefersDark = new MediaQuery('(prefers-color-scheme: dark)')
  // Thousands of cells read these values. A Query and a Ticker create an effect for each reader, a derived value creates
  // one for all.
  readonly #settingsNow = $derived.by(() => this.#settings.current ?? unreadSettings)
  readonly #connectionNow = $derived.by(() => this.#connection.current)
  readonly #tickingNow = $derived.by(() => this.#ticker.now)
  readonly #format = $derived.by(() => createFormat({ locale: this.settings.locale }))

  constructor(client: Client) {
    this.client = client
    this.#settings = query(client, 'settings.read')
    this.#connection = query(client, 'connection.read')
    this.#lock = query(client, 'lock.read')
  }

  get settings(): Settings {
    return this.#settingsNow
  }

  /** Whether settings and connection were read, or reading them failed. Nothing is rendered before that. */
  get isReady(): boolean {
    return [this.#settings, this.#connection].every(
      ({ current, error }) => current !== undefined || error !== undefined,
    )
  }

  get connection(): ConnectionState | undefined {
    return this.#connectionNow
  }

  /** Whether all followed markets are known to be closed, while the service responds. */
  get isMarketClosed(): boolean {
    return this.connection !== undefined && isMarketClosed(this.connection)
  }

  /** Whether there is a PIN. */
  get canLock(): boolean {
    return this.#lock.current?.hasPin ?? false
  }

  /** UTC milliseconds; updated every second while the window is visible. */
  get now(): number {
    return $effect.tracking() ? this.#tickingNow : this.#ticker.now
  }

  get format(): Format {
    return this.#format
  }

  /** The theme of the settings, or of the system. */
  get theme(): 'light' | 'dark' {
    const { theme } = this.settings
    if (theme !== 'system') return theme
    return this.#prefersDark.current ? 'dark' : 'light'
  }

  get isPrivate(): boolean {
    return this.settings.hideAmounts
  }

  /** Shows the state that a connection request returned. */
  acceptConnection(state: ConnectionState): void {
    this.#connection.accept(state)
  }

  /** Applies a setting at once and saves it. A setting that cannot be saved is reverted and reported. */
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

  /** Locks the app, if there is a PIN. */
  async lock(): Promise<void> {
    // A failure is ignored: without a host or a PIN there is nothing to lock.
    await this.client.call('lock.lock').catch(() => undefined)
  }

  togglePrivacy(): Promise<void> {
    return this.change({ hideAmounts: !this.settings.hideAmounts })
  }
}

/** The window's App, by context. */
export const [getApp, setApp] = createContext<App>()
