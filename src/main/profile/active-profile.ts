import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Profile } from '#shared/model/app/connection.ts'
import type { HandlerContext } from '../api/context.ts'
import type { EventBus } from '../api/events.ts'
import { noChange, type FileChange } from '../sqlite/files.ts'
import type { RunningProfile } from './opening/open-profile.ts'
import type { SignIn } from './sign-in.ts'

interface ActiveProfileOptions {
  readonly signIn: Pick<SignIn, 'test' | 'keep' | 'forget'>
  readonly events: EventBus
}

interface Opener {
  readonly open: (profile: Profile, how?: { readonly isCacheDamaged: boolean }) => Promise<RunningProfile>
  /** Opens another profile or the demo, because this profile can no longer be opened. */
  readonly openFallback: (failed: Profile, error: unknown) => Promise<RunningProfile>
}

/** The open profile, and the ways to replace it by another one. No profile is open before `start`. */
export class ActiveProfile {
  readonly #options: ActiveProfileOptions
  #opened: { readonly profile: RunningProfile; readonly opener: Opener } | null = null
  #isClosed = true
  #lastChange: Promise<unknown> = Promise.resolve()

  constructor(options: ActiveProfileOptions) {
    this.#options = options
  }

  /** `first` is open, and `opener` opens the profiles that follow. */
  start(first: RunningProfile, opener: Opener): void {
    this.#opened = { profile: first, opener }
    this.#isClosed = false
  }

  /** Whether no profile is open yet, or its files are being changed. Nothing can be read from `current` then. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  get current(): RunningProfile {
    return this.#started.profile
  }

  get #started() {
    if (this.#opened === null) throw new Error('No profile has been opened yet')
    return this.#opened
  }

  switchTo(profile: Profile): Promise<void> {
    return this.afterOthers(() => this.openInPlace(profile))
  }

  /** Tests and stores the secret, and opens the profile of this service. A failure before the opening changes nothing. */
  async connect(...[baseUrl, secret, keepIn]: Parameters<HandlerContext['connect']>): Promise<void> {
    const { signIn } = this.#options
    const { profile } = await signIn.test(baseUrl, secret)
    await this.afterOthers(async () => {
      await signIn.keep(profile, secret, keepIn)
      if (this.current.profile.id === profile.id) await this.current.restart()
      else await this.openInPlace(profile)
      this.current.checkNewService()
    })
  }

  /** Throws `invalid` for the demo, `no-keychain` when the secret cannot be removed. */
  signOut(): Promise<void> {
    return this.afterOthers(async () => {
      const { profile } = this.current
      if (profile.kind === 'demo') throw new AppError('invalid', m.errors_you_cannot_sign_out_of_the_demo())
      // Comes first: if the secret cannot be removed, nothing must look signed out.
      await this.#options.signIn.forget(profile)
      this.current.signOut()
    })
  }

  /** Call inside `afterOthers`. */
  async openInPlace(profile: Profile): Promise<void> {
    const { profile: before, opener } = this.#started
    if (before.profile.id === profile.id) return
    this.#accept(await opener.open(profile))
    await before.close()
  }

  /**
   * Closes the open profile, changes its files and opens it again. Call inside `afterOthers`. Throws the failure; then the
   * profile is open as before.
   */
  async reopen(change: FileChange, how = { isCacheDamaged: false }): Promise<RunningProfile> {
    const { profile: before, opener } = this.#started
    const { profile } = before
    this.#isClosed = true
    return reopen(before, change, {
      open: () => opener.open(profile, how),
      openFallback: (error) => opener.openFallback(profile, error),
      accept: (opened) => this.#accept(opened),
    })
  }

  /**
   * Closes the open profile, runs the work on its files, and then opens the same or another profile. Call inside `afterOthers`.
   */
  async leave<T>(work: () => Promise<T>, openNext: () => Promise<RunningProfile>): Promise<T> {
    this.#isClosed = true
    await this.current.close()
    const done = await work()
    this.#accept(await openNext())
    return done
  }

  /** Opens the profile again with its damaged cache set aside, unless another profile has been opened in the meantime. */
  replaceCache(id: string): Promise<void> {
    return this.afterOthers(async () => {
      if (this.current.profile.id === id) await this.reopen(noChange, { isCacheDamaged: true })
    })
  }

  #accept(opened: RunningProfile): void {
    this.start(opened, this.#started.opener)
    this.#options.events.publish('profile.changed')
  }

  /** Runs one change of profile or secret at a time: two changes would open the same data twice. */
  afterOthers<T>(change: () => Promise<T>): Promise<T> {
    const result = this.#lastChange.then(change)
    this.#lastChange = result.catch(() => undefined)
    return result
  }
}

interface Closable {
  close(): Promise<void>
}

interface Reopening<T> {
  open(): Promise<T>
  /** Opens something else if the previous data cannot be opened again either. */
  openFallback(error: unknown): Promise<T>
  accept(opened: T): void
}

/**
 * Closes the open data, changes its files and opens it again. When the change or the opening fails, restores the files, opens
 * them again, calls `accept`, and throws the failure.
 */
export async function reopen<T extends Closable>(
  before: T,
  change: FileChange,
  { open, openFallback, accept }: Reopening<T>,
): Promise<T> {
  await before.close()
  let opened: T
  try {
    await change.apply()
    opened = await open()
  } catch (error) {
    accept(await openAsBefore(change, open, openFallback))
    throw error
  }
  accept(opened)
  change.finish()
  return opened
}

async function openAsBefore<T>(
  change: FileChange,
  open: Reopening<T>['open'],
  openFallback: Reopening<T>['openFallback'],
): Promise<T> {
  try {
    change.undo()
    return await open()
  } catch (error) {
    return openFallback(error)
  }
}
