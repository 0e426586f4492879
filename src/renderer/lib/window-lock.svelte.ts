import { createClient, type Client, type Transport } from '#shared/client.ts'
import { secondMs } from '#shared/durations.ts'
import type { LockState } from '#shared/model/app/lock.ts'
import { LastAnswers } from './host/last-answers.ts'
import { forgetValues } from './host/query-memory.ts'
import type { Reach } from './host/transport.ts'
import { hideViewStates } from './view-state/history-entries.ts'

/** How often input is reported to the main process. */
const activityEveryMs = 15 * secondMs
const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

/**
 * The state of the lock in this window. While the app is locked, the main process answers no other requests, and the window
 * removes its content. Exists as long as the window.
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
        // The event may be lost: a hidden page receives no events.
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

  /** Whether the lock is known to be open, or the host does not respond. */
  get isOpen(): boolean {
    return !this.isLocked && (this.#state !== undefined || this.#hasFailed)
  }

  /** Locked also if the host does not respond: nobody knows how long a window with a lock was unattended. */
  get isLocked(): boolean {
    return this.#state?.isLocked === true || (this.#state?.hasPin === true && !this.isReached)
  }

  get isReached(): boolean {
    return this.#reach === 'connected'
  }

  /** The window was hidden: it is unknown whether the app was locked in the meantime. */
  get isUnsure(): boolean {
    return this.#isUnsure
  }

  accept(state: LockState): void {
    this.#sequence++
    this.#state = state
    this.#hasFailed = false
    if (state.isLocked) {
      this.#answers.forget()
      forgetValues(this.client)
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

  /** Removes stored answers of another profile, which would be wrong here. */
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

  /** Removes the address, which contains instruments and accounts. */
  #hidePlace(): void {
    if (this.#state?.isLocked !== true || location.hash === '') return
    this.#place = location.hash
    hideViewStates()
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
