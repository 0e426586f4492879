import type { Topic } from '../../shared/contract/contract.ts'
import { hourMs, secondMs } from '../../shared/durations.ts'
import { AppError } from '../../shared/errors.ts'
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

export interface LooksOptions {
  /** The directory of the profile. */
  readonly directory: string
  readonly secrets: Pick<SetSecrets, 'read' | 'keep' | 'forget'>
  readonly record: SharedRecord
  readonly values: SharedValues
  /** What was recorded here and is not shared yet. */
  readonly recorded: (own: string) => readonly SharedValue[]
  readonly clock: Clock
  /** Subscribes to the events of the profile; the returned function ends the subscription. */
  readonly listen: (listener: (topic: Topic) => void) => () => void
  /** Items of these kinds were changed by other computers, and so many values came from them. */
  readonly onTaken: (changed: ReadonlySet<ItemKind>, newValues: number) => void
  readonly publish: (topic: 'computers.changed') => void
  readonly logFault: (where: string, error: unknown) => void
  /** Opens a file of the folder for appending; a test can give a disk that fails. */
  readonly openFile?: OpenFile
}

/** How the last look at the folder went. */
interface Look {
  /** UTC ms of the last one that succeeded; null in this run of the app. */
  readonly at: number | null
  readonly trouble: string | null
}

const lookEveryMs = 30 * secondMs
/** Soon after an edit, but not for each of several. */
const lookSoonMs = 3 * secondMs
const editTopics: readonly Topic[] = ['watchlists.changed', 'views.changed']

/** Looks at the folder of the set again and again: reads what is new, and writes what it lacks. Call one look after another. */
export class Looks {
  readonly #options: LooksOptions
  readonly #stopListening: () => void
  #membership: Membership | null
  #folder: SetFolder | null = null
  #last: Look = { at: null, trouble: null }
  #stopTimer = (): void => undefined
  /** The keychain gave no key. It may ask for a password at each reading, so it is not asked again soon. */
  #waitsForKey = false
  #isClosed = false
  readonly #look: () => Promise<void>

  /** `look` runs `once` when nothing else is under way. */
  constructor(options: LooksOptions, look: () => Promise<void>) {
    this.#options = options
    this.#look = look
    this.#membership = readMembership(options.directory)
    this.#stopListening = options.listen((topic) => {
      if (editTopics.includes(topic)) this.#lookIn(lookSoonMs)
    })
    this.#lookIn(lookSoonMs)
  }

  get membership(): Membership | null {
    return this.#membership
  }

  /** Null before the first look. */
  get folder(): SetFolder | null {
    return this.#folder
  }

  get last(): Look {
    return this.#last
  }

  /** Begins to share this folder. What was known of another one is forgotten. Throws what the disk throws. */
  enter(membership: Membership, secret: SetSecret): void {
    this.#forget()
    writeMembership(this.#options.directory, membership)
    this.#membership = membership
    this.#folder = new SetFolder(membership.folder, secret, this.#options.openFile)
  }

  /** Ends the sharing. What came from others stays in the journal. */
  leave(): void {
    writeMembership(this.#options.directory, null)
    this.#membership = null
    this.#forget()
    this.#options.publish('computers.changed')
  }

  /** Reads and writes the folder. What prevents that is in `last`. */
  async once(): Promise<void> {
    const { clock, logFault, publish } = this.#options
    if (this.#membership === null || this.#isClosed) return
    try {
      while (await this.#exchangeWithFolder(this.#membership)) await letOthersRun()
      this.#last = { at: clock.now(), trouble: null }
      this.#waitsForKey = false
    } catch (error) {
      const isOwn = error instanceof AppError
      if (!isOwn) logFault('the shared folder', error)
      this.#last = { at: this.#last.at, trouble: isOwn ? error.message : 'Something went wrong inside Tidemark.' }
      this.#waitsForKey = isOwn && error.code === 'no-keychain'
    }
    publish('computers.changed')
    this.#lookIn(lookEveryMs)
  }

  /** Notes what the person chose of a conflict; the next look writes it. */
  settle({ computer }: Membership, choice: Edit): void {
    this.#exchange(computer, { received: [], recorded: [], choices: [choice] })
  }

  /** The screen was unlocked, and with it perhaps the keychain. */
  noteUnlock(): void {
    if (!this.#waitsForKey) return
    this.#waitsForKey = false
    this.#lookIn(0)
  }

  /** No look begins by itself any longer. */
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

  /** Returns whether there is more to take over. */
  async #exchangeWithFolder(first: Membership): Promise<boolean> {
    const { record, secrets, recorded, openFile } = this.#options
    const folder = (this.#folder ??= new SetFolder(first.folder, await secrets.read(first.setId), openFile))
    // First: what the journal knows of another set, from a restored backup, is not of this one.
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
   * The journal is older than what this computer has written: a backup was restored. It goes on under a new id, because under the
   * old one it would write other edits with the numbers of those.
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

  #lookIn(delayMs: number): void {
    this.#stopTimer()
    if (this.#membership === null || this.#isClosed) return
    const waitMs = this.#waitsForKey ? Math.max(delayMs, hourMs) : delayMs
    this.#stopTimer = this.#options.clock.after(waitMs, () => {
      this.#look().catch((error: unknown) => this.#options.logFault('the shared folder', error))
    })
  }
}
