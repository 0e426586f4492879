import { dirname } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { ComputersState, ComputerConflict, SharedFolderState, ConflictValue } from '#shared/model/app/computers.ts'
import { rowGroupTitles } from '#shared/text/transaction-kinds.ts'
import { parseJson, readItemName, type Content } from '../journal/shared/content.ts'
import { items, readFields } from '../journal/shared/items.ts'
import type { WrittenEdit, SharedRecord } from '../journal/shared/shared-record.ts'
import type { SharedValues } from '../journal/shared/shared-values.ts'
import { createSetFolder, SetFolder } from './files/set-folder.ts'
import { codeOf, newComputerId, newSecret, readSetCode, setIdOf, type SetSecret } from './files/set-key.ts'
import { FolderChecks, type FolderChecksOptions } from './folder-checks.ts'
import { setFolderIn, type Membership } from './membership.ts'
import { choose, conflictsOf, type Conflict } from './merge/conflicts.ts'
import { headsByField } from './merge/heads.ts'
import { mergedContent } from './merge/merged-content.ts'
import { SetMember, type SetMemberOptions } from './set-member.ts'
import type { SetSecrets } from './set-secrets.ts'

/** The names of the watchlists, by id. */
function namesOfLists(content: Content): ReadonlyMap<string, string> {
  const names = [...content].flatMap(([item, fields]): (readonly [string, string])[] => {
    const { kind, parts } = readItemName(item) ?? {}
    const list = kind === 'watchlist' ? readFields('watchlist', fields) : null
    return list === null ? [] : [[parts?.[0] ?? '', list.name]]
  })
  return new Map(names)
}

const toValue = <T>(schema: z.ZodType<T>, show: (value: T) => ConflictValue) =>
  schema.transform(show) satisfies z.ZodType<ConflictValue>

const words = (text: string): ConflictValue => ({ form: 'text', text })
const list = (found: readonly string[]): ConflictValue => ({ form: 'list', items: [...found] })
const flag = (isOn: boolean): ConflictValue => ({ form: 'flag', isOn })
const { alert, view } = items

/** The display value of a field, by the name of the field. */
const fields: Readonly<Record<string, z.ZodType<ConflictValue>>> = {
  exists: toValue(z.literal(true), () => ({ form: 'kept' })),
  name: toValue(z.string(), words),
  note: toValue(z.string(), words),
  direction: toValue(view.shape.direction, (way) =>
    words(way === 'newest' ? m.computers_newest_first() : m.computers_oldest_first()),
  ),
  columns: toValue(z.array(z.string()).nullable(), (keys) =>
    keys === null ? words(m.computers_default_columns()) : list(keys),
  ),
  filter: toValue(view.shape.filter, ({ conditions, text }) => ({
    form: 'filter',
    conditions: conditions.length,
    text,
  })),
  condition: toValue(alert.shape.condition, ({ condition }) => ({ form: 'condition', condition })),
  isEnabled: toValue(z.boolean(), flag),
  repeats: toValue(z.boolean(), flag),
  coolDownMinutes: toValue(z.int(), (minutes) => ({ form: 'minutes', minutes })),
  expiresAt: toValue(alert.shape.expiresAt, (at) => ({ form: 'instant', at })),
  kind: toValue(items.kind.shape.kind, (kind) => ({ form: 'kind', kind })),
  event: toValue(items.group.shape.event, ({ kind, costShare }) =>
    costShare === null ? words(rowGroupTitles[kind]) : list([rowGroupTitles[kind], costShare]),
  ),
  target: toValue(items.symbol.shape.target, (price) =>
    price === null ? words(m.computers_no_target_price()) : { form: 'amount', amount: price },
  ),
  section: toValue(items.symbol.shape.section, (name) => words(name ?? m.computers_no_section())),
  maturesOn: items.bond.shape.maturesOn.transform((date): ConflictValue => ({ form: 'date', date })),
  amount: items.opening.shape.amount.transform((amount): ConflictValue => ({ form: 'amount', amount })),
}

/** A value of a conflict in its display form. `listNames` replaces the ids in an order of watchlists. */
export function conflictValueOf(
  field: string,
  text: string | null,
  listNames: ReadonlyMap<string, string>,
): ConflictValue {
  if (text === null) return { form: 'removed' }
  const order = toValue(z.array(z.string()), (ids) => list(ids.map((id) => listNames.get(id) ?? id)))
  const parsed = (field === 'order' ? order : fields[field])?.safeParse(parseJson(text))
  return parsed?.success === true ? parsed.data : { form: 'hidden' }
}

interface Parts {
  readonly membership: Membership
  readonly record: SharedRecord
  readonly values: SharedValues
  /** Null before the first check. */
  readonly folder: SetFolder | null
  /** The outcome of the last check of the folder. */
  readonly lastCheck: { readonly at: number | null; readonly trouble: string | null }
}

/** The state of sharing in the form that a window shows. */
function describeShared({ membership, record, values, folder, lastCheck }: Parts): SharedFolderState {
  const known = record.computers()
  const names = new Map(known.map(({ computer, name }) => [computer, name]))
  const heads = headsByField(record.edits())
  const content = mergedContent(heads)
  const listNames = namesOfLists(content)
  const written = folder?.counters(membership.computer) ?? new Set()
  return {
    folder: membership.folder,
    path: setFolderIn(membership.folder, membership.setId),
    lookedAt: lastCheck.at,
    trouble: lastCheck.trouble,
    unwritten: record.ownCounters(membership.computer).filter((counter) => !written.has(counter)).length,
    values: values.countOfOthers(),
    computers: known.map(({ computer, name, lastAt }) => ({
      id: computer,
      name,
      lastAt,
      isThis: computer === membership.computer,
    })),
    conflicts: conflictsOf(heads, content).map((conflict) => asShown(conflict, names, listNames)),
    faults: folder?.faults(record.seen()) ?? [],
  }
}

const asShown = (
  { heads, shown, ...conflict }: Conflict,
  names: ReadonlyMap<string, string>,
  listNames: ReadonlyMap<string, string>,
): ComputerConflict => ({
  kind: conflict.kind,
  item: conflict.item,
  field: conflict.field,
  subject: [...conflict.subject],
  options: heads.map(({ computer, counter, at, value }) => ({
    computer,
    counter,
    at,
    name: names.get(computer) ?? computer,
    isShown: value === shown,
    value: conflictValueOf(conflict.field, value, listNames),
  })),
})

interface ComputersOptions extends FolderChecksOptions, SetMemberOptions {
  readonly secrets: Pick<SetSecrets, 'read' | 'keep' | 'forget'>
  /** The default name of this computer. */
  readonly suggestedName: string
  /**
   * Called before the first check of a joined folder. Removes what the app itself created here, so that it is not added to the
   * set.
   */
  readonly onJoin?: () => void
}

/** What the user enters to create or join a set. */
interface Entry {
  readonly folder: string
  readonly code: string
  readonly name: string
}

/** Shares a profile with the user's other computers through a folder. Runs one operation at a time. */
export class Computers {
  readonly #options: ComputersOptions
  readonly #member: SetMember
  readonly #checks: FolderChecks
  #offered: SetSecret | null = null
  #lastWork: Promise<unknown> = Promise.resolve()

  constructor(options: ComputersOptions) {
    this.#options = options
    this.#member = new SetMember(options)
    this.#checks = new FolderChecks(options, this.#member, () => this.check())
  }

  read(): ComputersState {
    const { record, values, suggestedName } = this.#options
    const { membership, folder } = this.#member
    if (membership === null) return { suggestedName, shared: null }
    const lastCheck = this.#checks.last
    return { suggestedName, shared: describeShared({ membership, record, values, folder, lastCheck }) }
  }

  /** Returns the code of a new set that is not created yet. The previous offer becomes invalid. */
  offer(): string {
    this.#assertFree()
    this.#offered = newSecret()
    return codeOf(this.#offered)
  }

  /** See the contract. Requires `code` as proof that the user has written it down. */
  async create({ folder, code, name }: Entry): Promise<void> {
    this.#assertFree()
    const secret = readSetCode(code)
    if (this.#offered === null || codeOf(this.#offered) !== codeOf(secret))
      throw new AppError('invalid', m.computers_this_is_another_code)
    createSetFolder(folder, secret)
    await this.#enter(folder, name, secret)
    this.#offered = null
  }

  /** See the contract. Joins only after a file of the folder was opened with the code. */
  async join({ folder: chosen, code, name }: Entry): Promise<void> {
    this.#assertFree()
    const secret = readSetCode(code)
    // The user may also choose the set's own folder.
    const folder = chosen === setFolderIn(dirname(chosen), setIdOf(secret)) ? dirname(chosen) : chosen
    const found = new SetFolder(folder, secret)
    const nothing = m.computers_there_is_nothing_of_this_code({ folder: chosen })
    await found.read({}).catch((cause: unknown) => {
      throw new AppError('invalid', nothing, { cause })
    })
    if (found.computers.size === 0) throw new AppError('invalid', nothing)
    this.#options.onJoin?.()
    await this.#enter(folder, name, secret)
  }

  /** Throws `no-keychain` when the key may still be stored. Sharing has ended in any case. */
  leave(): Promise<void> {
    return this.#afterOthers(async () => {
      this.#member.leave()
      this.#checks.reset()
      this.#options.publish('computers.changed')
      await this.#options.secrets.forget()
    })
  }

  /** Reads and writes the folder now. Does not throw: `state` reports errors. */
  check(): Promise<void> {
    return this.#afterOthers(() => this.#checks.run())
  }

  /** Settles a conflict. Throws `not-found` for a conflict that is already settled. */
  async choose(chosen: Pick<WrittenEdit, 'item' | 'field' | 'computer' | 'counter'>): Promise<void> {
    await this.#afterOthers(async () => {
      const { membership } = this.#member
      // Before the first check, the journal may be older than the batches that this computer has written.
      if (membership === null || this.#checks.last.at === null)
        throw new AppError('unavailable', m.computers_the_folder_was_not_read_yet)
      const choice = choose(headsByField(this.#options.record.edits()), chosen)
      if (choice === null) throw new AppError('not-found', m.computers_this_conflict_is_settled_already)
      this.#member.settle(membership, choice)
    })
    await this.check()
  }

  noteUnlock(): void {
    this.#checks.noteUnlock()
  }

  async close(): Promise<void> {
    this.#checks.stop()
    const { last } = this.#checks
    // Writes the last edits before the app ends.
    if (this.#member.membership !== null && last.at !== null && last.trouble === null) await this.check()
    this.#checks.close()
    await this.#lastWork
  }

  async #enter(folder: string, name: string, secret: SetSecret): Promise<void> {
    await this.#options.secrets.keep(secret)
    await this.#afterOthers(async () => {
      this.#assertFree()
      this.#checks.reset()
      this.#member.enter({ folder, setId: setIdOf(secret), computer: newComputerId(), name }, secret)
      await this.#checks.run()
    })
  }

  #assertFree(): void {
    if (this.#member.membership !== null)
      throw new AppError('invalid', m.computers_this_profile_already_shares_a_folder)
  }

  #afterOthers<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#lastWork.then(run)
    this.#lastWork = result.catch(() => undefined)
    return result
  }
}
