import { dirname } from 'node:path'
import type { Topic } from '../../shared/contract/contract.ts'
import { hourMs, secondMs } from '../../shared/durations.ts'
import { AppError } from '../../shared/errors.ts'
import type { ComputersState } from '../../shared/model/computers.ts'
import type { Edit, ItemKind } from '../journal/shared/content.ts'
import type { WrittenEdit } from '../journal/shared/shared-record.ts'
import type { SharedValues, SharedValue } from '../journal/shared/shared-values.ts'
import type { SharedRecord } from '../journal/shared/shared-record.ts'
import { letOthersRun, type Clock } from '../time/clock.ts'
import { exchange } from './exchange.ts'
import type { OpenFile } from './files/append-checked.ts'
import { createSetFolder, SetFolder } from './files/set-folder.ts'
import { codeOf, newComputerId, newSecret, readSetCode, setIdOf, type SetSecret } from './files/set-key.ts'
import { readMembership, setFolderIn, writeMembership, type Membership } from './membership.ts'
import { choose } from './merge/conflicts.ts'
import { headsByField } from './merge/heads.ts'
import type { SetSecrets } from './set-secrets.ts'
import { describeShared, type Look } from './state.ts'

interface ComputersOptions {
  /** The directory of the profile. */
  readonly directory: string
  readonly suggestedName: string
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

interface Entry {
  readonly folder: string
  readonly code: string
  readonly name: string
}

const lookEveryMs = 30 * secondMs
/** Soon after an edit, but not for each of several. */
const lookSoonMs = 3 * secondMs
const editTopics: readonly Topic[] = ['watchlists.changed', 'views.changed']

/** The folder by which the computers of one person share what only they know. One look at it after another. */
export class Computers {
  readonly #options: ComputersOptions
  #membership: Membership | null
  #folder: SetFolder | null = null
  #offered: SetSecret | null = null
  #look: Look = { at: null, trouble: null }
  #lastLook: Promise<unknown> = Promise.resolve()
  #stopTimer = (): void => undefined
  readonly #stopListening: () => void
  #isClosed = false
  /** The keychain gave no key. It may ask for a password at each reading, so it is not asked again soon. */
  #waitsForKey = false

  constructor(options: ComputersOptions) {
    this.#options = options
    this.#membership = readMembership(options.directory)
    this.#stopListening = options.listen((topic) => {
      if (editTopics.includes(topic)) this.#lookIn(lookSoonMs)
    })
    this.#lookIn(lookSoonMs)
  }

  read(): ComputersState {
    const { record, values, suggestedName } = this.#options
    const membership = this.#membership
    if (membership === null) return { suggestedName, shared: null }
    const parts = { membership, record, values, folder: this.#folder, look: this.#look }
    return { suggestedName, shared: describeShared(parts) }
  }

  /** The code of a new set that nothing uses yet. The offer before it is void. */
  offer(): string {
    this.#assertFree()
    this.#offered = newSecret()
    return codeOf(this.#offered)
  }

  /** See the contract. `code` shows that the person has it. */
  async create({ folder, code, name }: Entry): Promise<void> {
    this.#assertFree()
    const secret = readSetCode(code)
    if (this.#offered === null || codeOf(this.#offered) !== codeOf(secret))
      throw new AppError('invalid', 'This is another code than the one that is shown. Enter that one.')
    createSetFolder(folder, secret)
    await this.#enter({ folder, name }, secret)
    this.#offered = null
  }

  /** See the contract. Nothing is joined before a file of the folder opens with the code. */
  async join({ folder: chosen, code, name }: Entry): Promise<void> {
    this.#assertFree()
    const secret = readSetCode(code)
    // The folder of the set itself is as good.
    const folder = chosen === setFolderIn(dirname(chosen), setIdOf(secret)) ? dirname(chosen) : chosen
    const found = new SetFolder(folder, secret)
    const nothing = `There is nothing of this code in ${chosen}. Check the folder, or wait until your file sync is done.`
    await found.read({}).catch((cause: unknown) => {
      throw new AppError('invalid', nothing, { cause })
    })
    if (found.computers.size === 0) throw new AppError('invalid', nothing)
    await this.#enter({ folder, name }, secret)
  }

  /** Throws `no-keychain` when the key may still be stored; the sharing has ended in any case. */
  leave(): Promise<void> {
    return this.#afterOthers(async () => {
      const { directory, record, secrets } = this.#options
      writeMembership(directory, null)
      this.#membership = null
      this.#folder = null
      record.transact(() => record.clear())
      this.#options.publish('computers.changed')
      await secrets.forget()
    })
  }

  /** Reads and writes the folder now. What prevents that is in the state. */
  look(): Promise<void> {
    return this.#afterOthers(() => this.#lookOnce())
  }

  /** Throws `not-found` for a conflict that is settled. */
  async choose(chosen: Pick<WrittenEdit, 'item' | 'field' | 'computer' | 'counter'>): Promise<void> {
    await this.#afterOthers(async () => {
      const { record } = this.#options
      const membership = this.#membership
      // Only a look tells that the journal is not older than what this computer has written.
      if (membership === null || this.#look.at === null)
        throw new AppError('unavailable', 'The shared folder was not read yet. Try again when it is there.')
      const choice = choose(headsByField(record.edits()), chosen)
      if (choice === null) throw new AppError('not-found', 'This conflict is settled already.')
      this.#exchange(membership, { received: [], recorded: [], choices: [choice] })
    })
    await this.look()
  }

  /** The screen was unlocked, and with it perhaps the keychain. */
  noteUnlock(): void {
    if (!this.#waitsForKey) return
    this.#waitsForKey = false
    this.#lookIn(0)
  }

  async close(): Promise<void> {
    this.#stopTimer()
    this.#stopListening()
    // The last edits leave with the app.
    if (this.#membership !== null && this.#look.at !== null && this.#look.trouble === null) await this.look()
    this.#isClosed = true
    await this.#lastLook
  }

  async #enter({ folder, name }: Pick<Entry, 'folder' | 'name'>, secret: SetSecret): Promise<void> {
    const { directory, record, secrets } = this.#options
    await secrets.keep(secret)
    await this.#afterOthers(async () => {
      this.#assertFree()
      record.transact(() => record.clear())
      const membership = { folder, setId: setIdOf(secret), computer: newComputerId(), name }
      writeMembership(directory, membership)
      this.#membership = membership
      this.#look = { at: null, trouble: null }
      this.#folder = new SetFolder(folder, secret, this.#options.openFile)
      await this.#lookOnce()
    })
  }

  async #lookOnce(): Promise<void> {
    const { clock, logFault, publish } = this.#options
    const membership = this.#membership
    if (membership === null || this.#isClosed) return
    try {
      while (await this.#exchangeWithFolder(membership)) await letOthersRun()
      this.#look = { at: clock.now(), trouble: null }
      this.#waitsForKey = false
    } catch (error) {
      if (!(error instanceof AppError)) logFault('the shared folder', error)
      const message = error instanceof AppError ? error.message : 'Something went wrong inside Tidemark.'
      this.#look = { at: this.#look.at, trouble: message }
      this.#waitsForKey = error instanceof AppError && error.code === 'no-keychain'
    }
    publish('computers.changed')
    this.#lookIn(lookEveryMs)
  }

  /** Returns whether there is more to take over. */
  async #exchangeWithFolder(first: Membership): Promise<boolean> {
    const { record, secrets, recorded, openFile } = this.#options
    const folder = (this.#folder ??= new SetFolder(first.folder, await secrets.read(first.setId), openFile))
    const received = await folder.read(record.seen())
    const membership = this.#renewed(first, folder)
    const names = [...folder.computers, [membership.computer, membership.name] as const]
    record.transact(() => names.forEach(([computer, name]) => record.nameComputer(computer, name)))
    const isMore = this.#exchange(membership, { received, recorded: recorded(membership.computer), choices: [] })
    const written = folder.counters(membership.computer)
    const missing = new Set(record.ownCounters(membership.computer).filter((counter) => !written.has(counter)))
    if (missing.size === 0) return isMore
    const batches = record.ownBatches(membership.computer).filter(({ counter }) => missing.has(counter))
    await folder.append(membership.computer, membership.name, batches)
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
    { computer }: Membership,
    given: Pick<Parameters<typeof exchange>[1], 'received' | 'recorded'> & { readonly choices: readonly Edit[] },
  ): boolean {
    const { record, values, clock, onTaken } = this.#options
    const { changed, newValues, isMore } = exchange({ record, values }, { own: computer, now: clock.now(), ...given })
    if (changed.size > 0 || newValues > 0) onTaken(changed, newValues)
    return isMore
  }

  #assertFree(): void {
    if (this.#membership !== null)
      throw new AppError('invalid', 'This profile already shares a folder. Leave that one first.')
  }

  #lookIn(delayMs: number): void {
    this.#stopTimer()
    if (this.#membership === null || this.#isClosed) return
    const waitMs = this.#waitsForKey ? Math.max(delayMs, hourMs) : delayMs
    this.#stopTimer = this.#options.clock.after(waitMs, () => {
      this.look().catch((error: unknown) => this.#options.logFault('the shared folder', error))
    })
  }

  #afterOthers<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#lastLook.then(run)
    this.#lastLook = result.catch(() => undefined)
    return result
  }
}
