import type { Topic } from '#shared/contract/contract.ts'
import { hourMs, secondMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { errorText } from '#shared/text/errors/error-text.ts'
import { letOthersRun, type Clock } from '../time/clock.ts'
import type { SetMember } from './set-member.ts'

export interface FolderChecksOptions {
  readonly clock: Clock
  /** Subscribes to the events of the profile. Returns a function that ends the subscription. */
  readonly listen: (listener: (topic: Topic) => void) => () => void
  readonly publish: (topic: 'computers.changed') => void
  readonly logFault: (where: string, error: unknown) => void
}

/** The outcome of the last check. */
interface LastCheck {
  /** UTC ms of the last successful check in this run of the app. */
  readonly at: number | null
  readonly trouble: (() => string) | null
}

const checkEveryMs = 30 * secondMs
/** The delay after an edit, so that several edits in a row need only one check. */
const checkSoonMs = 3 * secondMs
const editTopics: readonly Topic[] = ['watchlists.changed', 'views.changed']

/**
 * Checks the folder of the set every 30 s: reads new batches and writes missing ones. Two checks must never run at the same
 * time.
 */
export class FolderChecks {
  readonly #options: FolderChecksOptions
  readonly #stopListening: () => void
  readonly #member: SetMember
  #last: LastCheck = { at: null, trouble: null }
  #stopTimer = (): void => undefined
  /** Whether the keychain returned no key. It may ask for a password at each reading, so the next attempt is an hour later. */
  #waitsForKey = false
  #isClosed = false
  readonly #check: () => Promise<void>

  /** `check` calls `run` as soon as no other operation is running. */
  constructor(options: FolderChecksOptions, member: SetMember, check: () => Promise<void>) {
    this.#options = options
    this.#member = member
    this.#check = check
    this.#stopListening = options.listen((topic) => {
      if (editTopics.includes(topic)) this.#checkIn(checkSoonMs)
    })
    this.#checkIn(checkSoonMs)
  }

  get last(): { readonly at: number | null; readonly trouble: string | null } {
    return { at: this.#last.at, trouble: this.#last.trouble?.() ?? null }
  }

  /** Reads and writes the folder. Does not throw: errors are in `last`. */
  async run(): Promise<void> {
    const { clock, logFault, publish } = this.#options
    if (this.#member.membership === null || this.#isClosed) return
    try {
      while (await this.#member.exchangeWithFolder()) await letOthersRun()
      this.#last = { at: clock.now(), trouble: null }
      this.#waitsForKey = false
    } catch (error) {
      const isOwn = error instanceof AppError
      if (!isOwn) logFault('the shared folder', error)
      this.#last = { at: this.#last.at, trouble: isOwn ? () => errorText(error) : m.computers_something_went_wrong }
      this.#waitsForKey = isOwn && error.code === 'no-keychain'
    }
    publish('computers.changed')
    this.#checkIn(checkEveryMs)
  }

  /** Call when this computer entered or left a set. */
  reset(): void {
    this.#last = { at: null, trouble: null }
    this.#waitsForKey = false
  }

  /** Call when the screen was unlocked: the keychain may be unlocked too. */
  noteUnlock(): void {
    if (!this.#waitsForKey) return
    this.#waitsForKey = false
    this.#checkIn(0)
  }

  /** Stops the timer and the subscription. No further check starts. */
  stop(): void {
    this.#stopTimer()
    this.#stopListening()
  }

  close(): void {
    this.#isClosed = true
    this.stop()
  }

  #checkIn(delayMs: number): void {
    this.#stopTimer()
    if (this.#member.membership === null || this.#isClosed) return
    const waitMs = this.#waitsForKey ? Math.max(delayMs, hourMs) : delayMs
    this.#stopTimer = this.#options.clock.after(waitMs, () => {
      this.#check().catch((error: unknown) => this.#options.logFault('the shared folder', error))
    })
  }
}
