import { dirname } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { ComputersState } from '../../shared/model/app/computers.ts'
import type { WrittenEdit } from '../journal/shared/shared-record.ts'
import { createSetFolder, SetFolder } from './files/set-folder.ts'
import { codeOf, newComputerId, newSecret, readSetCode, setIdOf, type SetSecret } from './files/set-key.ts'
import { Looks, type LooksOptions } from './looks.ts'
import { setFolderIn } from './membership.ts'
import { choose } from './merge/conflicts.ts'
import { headsByField } from './merge/heads.ts'
import { describeShared } from './state.ts'

interface ComputersOptions extends LooksOptions {
  /** The name of this computer unless the person gives another one. */
  readonly suggestedName: string
}

/** What a person enters to create or join a set. */
interface Entry {
  readonly folder: string
  readonly code: string
  readonly name: string
}

/** The folder by which the computers of one person share what only they know. One thing after another. */
export class Computers {
  readonly #options: ComputersOptions
  readonly #looks: Looks
  #offered: SetSecret | null = null
  #lastWork: Promise<unknown> = Promise.resolve()

  constructor(options: ComputersOptions) {
    this.#options = options
    this.#looks = new Looks(options, () => this.look())
  }

  read(): ComputersState {
    const { record, values, suggestedName } = this.#options
    const { membership, folder, last } = this.#looks
    if (membership === null) return { suggestedName, shared: null }
    return { suggestedName, shared: describeShared({ membership, record, values, folder, look: last }) }
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
    await this.#enter(folder, name, secret)
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
    await this.#enter(folder, name, secret)
  }

  /** Throws `no-keychain` when the key may still be stored; the sharing has ended in any case. */
  leave(): Promise<void> {
    return this.#afterOthers(async () => {
      this.#looks.leave()
      await this.#options.secrets.forget()
    })
  }

  /** Reads and writes the folder now. What prevents that is in the state. */
  look(): Promise<void> {
    return this.#afterOthers(() => this.#looks.once())
  }

  /** Throws `not-found` for a conflict that is settled. */
  async choose(chosen: Pick<WrittenEdit, 'item' | 'field' | 'computer' | 'counter'>): Promise<void> {
    await this.#afterOthers(async () => {
      const { membership, last } = this.#looks
      // Only a look tells that the journal is not older than what this computer has written.
      if (membership === null || last.at === null)
        throw new AppError('unavailable', 'The shared folder was not read yet. Try again when it is there.')
      const choice = choose(headsByField(this.#options.record.edits()), chosen)
      if (choice === null) throw new AppError('not-found', 'This conflict is settled already.')
      this.#looks.settle(membership, choice)
    })
    await this.look()
  }

  noteUnlock(): void {
    this.#looks.noteUnlock()
  }

  async close(): Promise<void> {
    this.#looks.stop()
    const { membership, last } = this.#looks
    // The last edits leave with the app.
    if (membership !== null && last.at !== null && last.trouble === null) await this.look()
    this.#looks.close()
    await this.#lastWork
  }

  async #enter(folder: string, name: string, secret: SetSecret): Promise<void> {
    await this.#options.secrets.keep(secret)
    await this.#afterOthers(async () => {
      this.#assertFree()
      this.#looks.enter({ folder, setId: setIdOf(secret), computer: newComputerId(), name }, secret)
      await this.#looks.once()
    })
  }

  #assertFree(): void {
    if (this.#looks.membership !== null)
      throw new AppError('invalid', 'This profile already shares a folder. Leave that one first.')
  }

  #afterOthers<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#lastWork.then(run)
    this.#lastWork = result.catch(() => undefined)
    return result
  }
}
