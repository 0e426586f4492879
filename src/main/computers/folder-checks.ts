import type { Topic } from '../../shared/contract/contract.ts'
import { hourMs, secondMs } from '../../shared/durations.ts'
import { AppError } from '../../shared/errors.ts'
import { m } from '../../shared/messages/messages.js'
import type { Edit, ItemKind } from '../journal/shared/content.ts'
import type { SharedRecord } from '../journal/shared/shared-record.ts'
import type { SharedValue, SharedValues } from '../journal/shared/shared-values.ts'
import { letOthersRun, type Clock } from '../time/clock.ts'
import { exchange } from './exchange.ts'
import type { OpenFile } from './files/append-checked.ts'
import { SetFolder } from './files/set-folder.ts'
import { newComputerId, type SetSecret } from './files/set-key.ts'
import { readMembership, writeMembership, type Membership } from './membership.ts'
import type { SetSecrets } from './set-secrets.ts'

export interface FolderChecksOptions {
  /** The directory of the profile. */
  readonly directory: string
  readonly secrets: Pick<SetSecrets, 'read' | 'keep' | 'forget'>
  readonly record: SharedRecord
  readonly values: SharedValues
  /** Values that were recorded here and are not shared yet. `own`: the id of this computer. */
  readonly recorded: (own: string) => readonly SharedValue[]
  readonly clock: Clock
  /** Subscribes to the events of the profile. Returns a function that ends the subscription. */
  readonly listen: (listener: (topic: Topic) => void) => () => void
  /** Called when other computers changed items of these kinds and sent `newValues` recorded values. */
  readonly onTaken: (changed: ReadonlySet<ItemKind>, newValues: number) => void
  readonly publish: (topic: 'computers.changed') => void
  readonly logFault: (where: string, error: unknown) => void
  /** Opens a file of the folder for appending. Tests pass a failing disk. */
  readonly openFile?: OpenFile
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
  #membership: Membership | null
  #folder: SetFolder | null = null
  #last: LastCheck = { at: null, trouble: null }
  #stopTimer = (): void => undefined
  /** Whether the keychain returned no key. It may ask for a password at each reading, so the next attempt is an hour later. */
  #waitsForKey = false
  #isClosed = false
  readonly #check: () => Promise<void>

  /** `check` calls `run` as soon as no other operation is running. */
  constructor(options: FolderChecksOptions, check: () => Promise<void>) {
    this.#options = options
    this.#check = check
    this.#membership = readMembership(options.directory)
    this.#stopListening = options.listen((topic) => {
      if (editTopics.includes(topic)) this.#checkIn(checkSoonMs)
    })
    this.#checkIn(checkSoonMs)
  }

  get membership(): Membership | null {
    return this.#membership
  }

  /** Null before the first check. */
  get folder(): SetFolder | null {
    return this.#folder
  }

  get last(): { readonly at: number | null; readonly trouble: string | null } {
    return { at: this.#last.at, trouble: this.#last.trouble?.() ?? null }
  }

  /** Starts sharing this folder, and forgets the batches of any other folder. Throws the error of the file system. */
  enter(membership: Membership, secret: SetSecret): void {
    this.#forget()
    writeMembership(this.#options.directory, membership)
    this.#membership = membership
    this.#folder = new SetFolder(membership.folder, secret, this.#options.openFile)
  }

  /** Stops sharing. The journal keeps the items that came from other computers. */
  leave(): void {
    writeMembership(this.#options.directory, null)
    this.#membership = null
    this.#forget()
    this.#options.publish('computers.changed')
  }

  /** Reads and writes the folder. Does not throw: errors are in `last`. */
  async run(): Promise<void> {
    const { clock, logFault, publish } = this.#options
    if (this.#membership === null || this.#isClosed) return
    try {
      while (await this.#exchangeWithFolder(this.#membership)) await letOthersRun()
      this.#last = { at: clock.now(), trouble: null }
      this.#waitsForKey = false
    } catch (error) {
      const isOwn = error instanceof AppError
      if (!isOwn) logFault('the shared folder', error)
      this.#last = { at: this.#last.at, trouble: isOwn ? () => error.message : m.computers_something_went_wrong }
      this.#waitsForKey = isOwn && error.code === 'no-keychain'
    }
    publish('computers.changed')
    this.#checkIn(checkEveryMs)
  }

  /** Stores the choice that settles a conflict. The next check writes it to the folder. */
  settle({ computer }: Membership, choice: Edit): void {
    this.#exchange(computer, { received: [], recorded: [], choices: [choice] })
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

  #forget(): void {
    const { record } = this.#options
    record.transact(() => record.clear())
    this.#folder = null
    this.#last = { at: null, trouble: null }
    this.#waitsForKey = false
  }

  /** Returns whether there is more to apply. */
  async #exchangeWithFolder(first: Membership): Promise<boolean> {
    const { record, secrets, recorded, openFile } = this.#options
    const folder = (this.#folder ??= new SetFolder(first.folder, await secrets.read(first.setId), openFile))
    // Comes first, because a restored journal may contain batches of another set.
    record.nameComputers(first.setId, folder.computers)
    const received = await folder.read(record.seen())
    const { computer, name } = this.#renewed(first, folder)
    record.nameComputers(first.setId, [...folder.computers, [computer, name]])
    const isMore = this.#exchange(computer, { received, recorded: recorded(computer), choices: [] })
    const written = folder.counters(computer)
    const missing = new Set(record.ownCounters(computer).filter((counter) => !written.has(counter)))
    if (missing.size === 0) return isMore
    const batches = record.ownBatches(computer).filter(({ counter }) => missing.has(counter))
    await folder.append(computer, name, batches)
    await folder.read(record.seen())
    return isMore
  }

  /**
   * Gives this computer a new id if the journal is older than the batches in the folder, as after the restore of a backup. With
   * the old id, its next batches would have the numbers of existing ones.
   */
  #renewed(membership: Membership, folder: SetFolder): Membership {
    const { record, directory } = this.#options
    const known = record.seen()[membership.computer] ?? 0
    if (Math.max(0, ...folder.counters(membership.computer)) <= known) return membership
    const renewed = { ...membership, computer: newComputerId() }
    writeMembership(directory, renewed)
    this.#membership = renewed
    return renewed
  }

  #exchange(
    own: string,
    given: Pick<Parameters<typeof exchange>[1], 'received' | 'recorded'> & { readonly choices: readonly Edit[] },
  ): boolean {
    const { record, values, clock, onTaken } = this.#options
    const { changed, newValues, isMore } = exchange({ record, values }, { own, now: clock.now(), ...given })
    if (changed.size > 0 || newValues > 0) onTaken(changed, newValues)
    return isMore
  }

  #checkIn(delayMs: number): void {
    this.#stopTimer()
    if (this.#membership === null || this.#isClosed) return
    const waitMs = this.#waitsForKey ? Math.max(delayMs, hourMs) : delayMs
    this.#stopTimer = this.#options.clock.after(waitMs, () => {
      this.#check().catch((error: unknown) => this.#options.logFault('the shared folder', error))
    })
  }
}
