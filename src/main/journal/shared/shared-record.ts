import { z } from 'zod'
import { AlertRule, AlertState } from '#shared/model/alert.ts'
import type { Db } from '../../sqlite/db.ts'
import { integer, integerOrNull, json, text, textOrNull, type Row, jsonText } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import { createWithdrawnRows } from '../withdrawn-rows.ts'
import { type Content, type Edit, type Fields, type ItemKind, nameItem, parseJson } from './content.ts'
import { normalize } from './items.ts'
import { writeContent } from './write-content.ts'

const all = (db: Db, sql: string): Row[] => db.prepare<[], Row>(sql).all()

/** The shared items of the journal now. Skips rows in a format that this version does not know. */
function readContent(db: Db): Content {
  const content = new Map<string, Fields>()
  const add = (item: string, values: Readonly<Record<string, unknown>>): void => {
    const texts = Object.entries(values).flatMap(([field, value]): (readonly [string, string])[] =>
      value === undefined ? [] : [[field, JSON.stringify(value)]],
    )
    const fields = normalize(item, new Map(texts))
    if (fields !== null) content.set(item, fields)
  }
  addWatchlists(db, add)
  for (const row of all(db, 'SELECT id, name, filter, direction FROM saved_view'))
    add(nameItem('view', text(row, 'id')), {
      exists: true,
      name: text(row, 'name'),
      filter: jsonText(row, 'filter'),
      direction: text(row, 'direction'),
    })
  for (const row of all(db, 'SELECT id, rule, state FROM alert_rule')) {
    const rule = AlertRule.safeParse(jsonText(row, 'rule'))
    const state = AlertState.safeParse(jsonText(row, 'state'))
    if (!rule.success || !state.success) continue
    const { condition, hysteresis, id: _, ...rest } = rule.data
    const { splits } = state.data
    add(nameItem('alert', text(row, 'id')), { ...rest, exists: true, condition: { condition, hysteresis, splits } })
  }
  for (const row of all(db, 'SELECT target, kind FROM kind_choice'))
    add(nameItem('kind', text(row, 'target')), { kind: text(row, 'kind') })
  for (const row of all(db, 'SELECT account_id, row_ids, kind, cost_share FROM row_group'))
    add(nameItem('group', text(row, 'account_id'), text(row, 'row_ids')), {
      event: { kind: text(row, 'kind'), costShare: textOrNull(row, 'cost_share') },
    })
  for (const { accountId, ...row } of createWithdrawnRows(db).records())
    add(nameItem('withdrawn', accountId, row.transaction.id), { row })
  for (const row of all(db, 'SELECT account_id, symbol, currency, amount FROM opening_balance'))
    add(nameItem('opening', text(row, 'account_id'), text(row, 'symbol'), text(row, 'currency')), {
      amount: text(row, 'amount'),
    })
  for (const row of all(db, 'SELECT symbol, matures_on FROM bond_terms'))
    add(nameItem('bond', text(row, 'symbol')), { maturesOn: text(row, 'matures_on') })
  return content
}

function addWatchlists(db: Db, add: (item: string, values: Readonly<Record<string, unknown>>) => void): void {
  const lists = all(db, 'SELECT id, name, columns FROM watchlist ORDER BY position, id')
  const members = Map.groupBy(
    all(db, 'SELECT watchlist_id, symbol, target, section FROM watchlist_item ORDER BY watchlist_id, position, symbol'),
    (row) => text(row, 'watchlist_id'),
  )
  for (const row of lists) {
    const id = text(row, 'id')
    const own = members.get(id) ?? []
    const columns = textOrNull(row, 'columns')
    add(nameItem('watchlist', id), {
      exists: true,
      name: text(row, 'name'),
      order: own.map((member) => text(member, 'symbol')),
      columns: columns === null ? null : (parseJson(columns) ?? null),
    })
    for (const member of own)
      add(nameItem('symbol', id, text(member, 'symbol')), {
        exists: true,
        target: textOrNull(member, 'target'),
        section: textOrNull(member, 'section'),
      })
  }
  add(nameItem('watchlists'), { order: lists.map((row) => text(row, 'id')) })
}

/** For each computer, the number of its batches that are known. */
export type Seen = Readonly<Record<string, number>>
const Seen = z.record(z.string(), z.int())

/** The edits that one computer made between two checks of the folder. Its computer and counter identify it. */
export interface EditBatch {
  readonly computer: string
  /** 1, 2, 3 … for each computer. */
  readonly counter: number
  /** UTC ms by the clock of that computer. For display only. */
  readonly at: number
  /** The batches that the computer knew when it made the edits. */
  readonly seen: Seen
  readonly edits: readonly Edit[]
}

/** An edit with its batch. */
export interface WrittenEdit extends Edit, Omit<EditBatch, 'edits'> {}

interface KnownComputer {
  readonly computer: string
  readonly name: string
  /** The number of its batches that are stored here. */
  readonly counter: number
  /** UTC ms by the clock of that computer; null before its first batch. */
  readonly lastAt: number | null
}

/** A batch of this computer, in the form that is written to the folder. */
interface OwnBatch {
  readonly counter: number
  readonly text: string
}

/** The stored edits of all computers of a set. Call the writing methods inside `transact`. */
export class SharedRecord {
  readonly #db: Db
  readonly #sql

  constructor(db: Db) {
    this.#db = db
    this.#sql = prepareStatements(db)
  }

  transact<T>(run: () => T): T {
    return transact(this.#db, run)
  }

  /** The shared items of the journal now. */
  content(): Content {
    return readContent(this.#db)
  }

  /** The content at the last comparison. Differences to it are edits made here since then. */
  base(): Content {
    const base = new Map<string, Map<string, string>>()
    for (const row of this.#sql.selectBase.all()) {
      const item = text(row, 'item')
      const fields = base.get(item) ?? new Map<string, string>()
      base.set(item, fields.set(text(row, 'field'), text(row, 'value')))
    }
    return base
  }

  /** Changes the journal to `wanted` and stores it as the new base. `now` in UTC ms. Returns the kinds of items that changed. */
  apply(wanted: Content, now: number): ReadonlySet<ItemKind> {
    const changed = writeContent({ db: this.#db, now }, this.content(), wanted)
    this.#setBase(this.content())
    return changed
  }

  seen(): Seen {
    return Object.fromEntries(this.computers().map(({ computer, counter }) => [computer, counter]))
  }

  computers(): KnownComputer[] {
    return this.#sql.selectComputers.all().map((row) => ({
      computer: text(row, 'computer'),
      name: text(row, 'name'),
      counter: integer(row, 'counter'),
      lastAt: integerOrNull(row, 'last_at'),
    }))
  }

  /**
   * Stores the ids and names of the computers of a set. Data of another set is deleted: it exists after a backup was restored
   * that was made before this computer left that set. Writes only changes, because it is called twice a minute.
   */
  nameComputers(setId: string, names: Iterable<readonly [string, string]>): void {
    if (this.#sql.selectOtherSet.get(setId) !== undefined) this.transact(() => this.clear())
    const known = new Map(this.computers().map(({ computer, name }) => [computer, name]))
    const added = [...names].filter(([computer, name]) => known.get(computer) !== name)
    if (added.length > 0) this.transact(() => added.forEach((each) => this.#sql.nameComputer.run(setId, ...each)))
  }

  /** Adds the next batch of a computer. `ownText`: the text for the folder, if it is a batch of this computer. */
  add({ computer, counter, at, seen, edits }: EditBatch, ownText: string | null): void {
    this.#sql.addBatch.run(computer, counter, at, JSON.stringify(seen), ownText)
    for (const { item, field, value } of edits) this.#sql.addEdit.run(item, field, computer, counter, value)
    this.#sql.advance.run(counter, at, computer)
  }

  /** All edits of all computers, grouped by field. */
  *edits(): Generator<WrittenEdit> {
    const seenOf = new Map<string, Seen>()
    for (const row of this.#sql.selectEdits.iterate()) {
      const [computer, counter] = [text(row, 'computer'), integer(row, 'counter')]
      const batch = `${computer} ${counter}`
      const seen = seenOf.get(batch) ?? json(row, 'seen', Seen)
      seenOf.set(batch, seen)
      const edit = { item: text(row, 'item'), field: text(row, 'field'), value: textOrNull(row, 'value') }
      yield { ...edit, computer, counter, seen, at: integer(row, 'at') }
    }
  }

  /** The batches of this computer, oldest first, in case the folder has lost them. */
  ownBatches(computer: string): OwnBatch[] {
    return this.#sql.selectOwn
      .all(computer)
      .map((row) => ({ counter: integer(row, 'counter'), text: text(row, 'own_text') }))
  }

  ownCounters(computer: string): number[] {
    return this.#sql.selectOwnCounters.all(computer).map((row) => integer(row, 'counter'))
  }

  /** Deletes the data of the other computers. Values that came from them stay in the journal. */
  clear(): void {
    for (const table of ['shared_computer', 'shared_batch', 'shared_edit', 'shared_base'])
      this.#db.exec(`DELETE FROM ${table}`)
  }

  #setBase(content: Content): void {
    const before = this.base()
    for (const [item, fields] of before)
      for (const field of fields.keys()) if (!content.get(item)?.has(field)) this.#sql.removeBase.run(item, field)
    for (const [item, fields] of content) this.#putBase(item, fields, before.get(item))
  }

  #putBase(item: string, fields: Fields, before: Fields | undefined): void {
    for (const [field, value] of fields) if (before?.get(field) !== value) this.#sql.putBase.run(item, field, value)
  }
}

const prepareStatements = (db: Db) => ({
  selectBase: db.prepare<[], Row>('SELECT item, field, value FROM shared_base'),
  putBase: db.prepare<[string, string, string]>(
    `INSERT INTO shared_base (item, field, value) VALUES (?, ?, ?)
     ON CONFLICT (item, field) DO UPDATE SET value = excluded.value`,
  ),
  removeBase: db.prepare<[string, string]>('DELETE FROM shared_base WHERE item = ? AND field = ?'),
  selectComputers: db.prepare<[], Row>(
    'SELECT computer, name, counter, last_at FROM shared_computer ORDER BY computer',
  ),
  selectOtherSet: db.prepare<[string], Row>('SELECT computer FROM shared_computer WHERE set_id <> ? LIMIT 1'),
  nameComputer: db.prepare<[string, string, string]>(
    `INSERT INTO shared_computer (set_id, computer, name, counter) VALUES (?, ?, ?, 0)
     ON CONFLICT (computer) DO UPDATE SET name = excluded.name`,
  ),
  advance: db.prepare<[number, number, string]>(
    'UPDATE shared_computer SET counter = ?, last_at = ? WHERE computer = ?',
  ),
  addBatch: db.prepare<[string, number, number, string, string | null]>(
    'INSERT INTO shared_batch (computer, counter, at, seen, own_text) VALUES (?, ?, ?, ?, ?)',
  ),
  addEdit: db.prepare<[string, string, string, number, string | null]>(
    'INSERT INTO shared_edit (item, field, computer, counter, value) VALUES (?, ?, ?, ?, ?)',
  ),
  selectEdits: db.prepare<[], Row>(
    `SELECT item, field, computer, counter, value, at, seen FROM shared_edit JOIN shared_batch USING (computer, counter)
     ORDER BY item, field, computer, counter`,
  ),
  selectOwn: db.prepare<[string], Row>(
    'SELECT counter, own_text FROM shared_batch WHERE computer = ? AND own_text IS NOT NULL ORDER BY counter',
  ),
  selectOwnCounters: db.prepare<[string], Row>(
    'SELECT counter FROM shared_batch WHERE computer = ? AND own_text IS NOT NULL ORDER BY counter',
  ),
})
