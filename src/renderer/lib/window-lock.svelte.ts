import { createClient, type Client, type Transport } from '../../shared/client.ts'
import { secondMs } from '../../shared/durations.ts'
import type { LockState } from '../../shared/model/app/lock.ts'
import { hideKept } from './kept/history-entries.ts'
import { LastAnswers } from './host/last-answers.ts'
import type { Reach } from './host/transport.ts'

/** How often the main process hears of input. */
const activityEveryMs = 15 * secondMs
const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

/**
 * The lock as this window knows it. The main process keeps everything back while the app is locked; the window removes what it
 * shows. Lives as long as the window.
 */
export class WindowLock {
  readonly client: Client
  #state = $state.raw<LockState>()
  #hasFailed = $state(false)
  #reach = $state<Reach>('connected')
  #isUnsure = $state(false)
  #place = ''
  readonly #answers = new LastAnswers(() => this.#reach !== 'connected')
  #profileId: unknown
  #sequence = 0
  #notedAt = -Infinity

  constructor(host: Transport & { onReach(listener: (reach: Reach) => void): unknown }) {
    this.client = createClient({
      request: async (method, params, form) => {
        const reply = await this.#answers.ask(host.request, method, params, form)
        if (method === 'connection.read' && reply.ok && 'value' in reply) this.#noteProfile(reply.value)
        // The event may be lost: a page that was hidden hears no events.
        if (!reply.ok && reply.code === 'locked') this.#noteLocked()
        return reply
      },
      subscribe: (topic, listener) => host.subscribe(topic, listener),
    })
    this.client.on('lock.changed', () => void this.refresh())
    this.client.on('profile.changed', () => void this.refresh())
    host.onReach((reach) => (this.#reach = reach))
    document.addEventListener('visibilitychange', () => this.#noteVisibility())
    for (const input of inputs) addEventListener(input, () => this.#noteInput(), { passive: true, capture: true })
    addEventListener('hashchange', () => this.#hidePlace())
    void this.refresh()
  }

  /** `undefined` until it is known. */
  get state(): LockState | undefined {
    return this.#state
  }

  /** Whether it is known that the lock is open, or nobody is there to answer for it. */
  get isOpen(): boolean {
    return !this.isLocked && (this.#state !== undefined || this.#hasFailed)
  }

  /** Without its host, nobody knows how long a window with a lock was left alone. */
  get isLocked(): boolean {
    return this.#state?.isLocked === true || (this.#state?.hasPin === true && !this.isReached)
  }

  get isReached(): boolean {
    return this.#reach === 'connected'
  }

  /** The window was hidden: it is not known yet whether the app was locked meanwhile. */
  get isUnsure(): boolean {
    return this.#isUnsure
  }

  accept(state: LockState): void {
    this.#sequence++
    this.#state = state
    this.#hasFailed = false
    if (state.isLocked) {
      this.#answers.forget()
      this.#hidePlace()
    } else this.#showPlace()
  }

  async refresh(): Promise<void> {
    const sequence = ++this.#sequence
    try {
      const state = await this.client.call('lock.read')
      if (sequence === this.#sequence) this.accept(state)
    } catch {
      if (sequence === this.#sequence) this.#hasFailed = true
    }
  }

  /** Answers about another profile would be wrong here. */
  #noteProfile(connection: unknown): void {
    const profile: unknown = fieldOf(connection, 'profile')
    const id = fieldOf(profile, 'id')
    if (this.#profileId !== undefined && id !== this.#profileId) this.#answers.forget()
    this.#profileId = id
  }

  #noteLocked(): void {
    if (this.#state?.isLocked === true) return
    if (this.#state !== undefined) this.accept({ ...this.#state, isLocked: true })
    void this.refresh()
  }

  #noteVisibility(): void {
    if (this.#state?.hasPin !== true) return
    this.#isUnsure = true
    if (document.visibilityState === 'visible') void this.refresh().finally(() => (this.#isUnsure = false))
  }

  #noteInput(): void {
    const now = performance.now()
    if (this.#state?.hasPin !== true || this.isLocked || now - this.#notedAt < activityEveryMs) return
    this.#notedAt = now
    this.client.call('lock.noteActivity').catch(() => undefined)
  }

  /** The address names instruments and accounts: a locked window has none. */
  #hidePlace(): void {
    if (this.#state?.isLocked !== true || location.hash === '') return
    this.#place = location.hash
    hideKept()
    history.replaceState(history.state, '', location.pathname + location.search)
  }

  #showPlace(): void {
    if (this.#place === '') return
    if (location.hash === '') history.replaceState(history.state, '', this.#place)
    this.#place = ''
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
