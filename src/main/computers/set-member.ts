import type { Edit, ItemKind } from '../journal/shared/content.ts'
import type { SharedRecord } from '../journal/shared/shared-record.ts'
import type { SharedValue, SharedValues } from '../journal/shared/shared-values.ts'
import type { Clock } from '../time/clock.ts'
import { exchange } from './exchange.ts'
import type { OpenFile } from './files/append-checked.ts'
import { SetFolder } from './files/set-folder.ts'
import { newComputerId, type SetSecret } from './files/set-key.ts'
import { readMembership, writeMembership, type Membership } from './membership.ts'
import type { SetSecrets } from './set-secrets.ts'

export interface SetMemberOptions {
  /** The directory of the profile. */
  readonly directory: string
  readonly secrets: Pick<SetSecrets, 'read'>
  readonly record: SharedRecord
  readonly values: SharedValues
  /** Values that were recorded here and are not shared yet. `own`: the id of this computer. */
  readonly recorded: (own: string) => readonly SharedValue[]
  readonly clock: Clock
  /** Called when other computers changed items of these kinds and sent `newValues` recorded values. */
  readonly onTaken: (changed: ReadonlySet<ItemKind>, newValues: number) => void
  /** Opens a file of the folder for appending. Tests pass a failing disk. */
  readonly openFile?: OpenFile
}

/** This computer in a set: its membership, and the exchange of batches with the folder. */
export class SetMember {
  readonly #options: SetMemberOptions
  #membership: Membership | null
  #folder: SetFolder | null = null

  constructor(options: SetMemberOptions) {
    this.#options = options
    this.#membership = readMembership(options.directory)
  }

  get membership(): Membership | null {
    return this.#membership
  }

  /** Null before the first exchange. */
  get folder(): SetFolder | null {
    return this.#folder
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
  }

  /** Stores the choice that settles a conflict. The next exchange writes it to the folder. */
  settle({ computer }: Membership, choice: Edit): void {
    this.#exchange(computer, { received: [], recorded: [], choices: [choice] })
  }

  /**
   * Reads the batches that are new in the folder, and appends the ones that it lacks. Returns whether there is more to apply.
   * Throws the error of the keychain, and errors of the file system and the folder.
   */
  async exchangeWithFolder(): Promise<boolean> {
    const first = this.#membership
    if (first === null) return false
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

  #forget(): void {
    const { record } = this.#options
    record.transact(() => record.clear())
    this.#folder = null
  }
}
