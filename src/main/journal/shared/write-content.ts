import { AlertState, freshState, type AlertRule } from '#shared/model/alert.ts'
import type { Db } from '../../sqlite/db.ts'
import { jsonText, type Row } from '../../sqlite/row.ts'
import { idOfRows } from '../row-groups.ts'
import { createWithdrawnRows } from '../withdrawn-rows.ts'
import { readItemName, type Content, type Fields, type ItemKind } from './content.ts'
import { readFields, type Item } from './items.ts'

interface Writing {
  readonly db: Db
  /** UTC ms. The time of new rows. */
  readonly now: number
}

/** Changes the items that differ from `before`, in the transaction of the caller. Returns the kinds that changed. */
export function writeContent({ db, now }: Writing, before: Content, after: Content): ReadonlySet<ItemKind> {
  const changed = new Set<ItemKind>()
  for (const item of inOrder(new Set([...before.keys(), ...after.keys()]))) {
    const name = readItemName(item)
    const fields = after.get(item) ?? null
    if (name === null || isSame(before.get(item) ?? null, fields)) continue
    changed.add(name.kind)
    writers[name.kind]({ db, now }, name.parts, fields)
  }
  return changed
}

/**
 * Sorts symbols after their lists, because writing a list adds its symbols. The order of the lists comes last, because it
 * places new lists.
 */
function inOrder(items: ReadonlySet<string>): readonly string[] {
  const last: readonly (ItemKind | undefined)[] = ['symbol', 'watchlists']
  const placeOf = (item: string): number => last.indexOf(readItemName(item)?.kind)
  return [...items].toSorted((a, b) => placeOf(a) - placeOf(b))
}

function isSame(a: Fields | null, b: Fields | null): boolean {
  if (a === null || b === null) return a === b
  return a.size === b.size && [...a].every(([field, value]) => b.get(field) === value)
}

type Write = (writing: Writing, parts: readonly string[], fields: Fields | null) => void

const run = (db: Db, sql: string, ...values: readonly (string | number | null)[]): void =>
  void db.prepare(sql).run(...values)

/** Returns a function that deletes the row if the fields are null, and writes the row otherwise. */
const writer =
  <Kind extends ItemKind>(
    kind: Kind,
    remove: (db: Db, parts: readonly string[]) => void,
    write: (writing: Writing, parts: readonly string[], item: Item<Kind>) => void,
  ): Write =>
  (writing, parts, fields) => {
    const item = fields === null ? null : readFields(kind, fields)
    if (item === null) remove(writing.db, parts)
    else write(writing, parts, item)
  }

const removeFrom =
  (sql: string) =>
  (db: Db, parts: readonly string[]): void =>
    run(db, sql, ...parts)

const nothing = (): void => undefined

const writers: Readonly<Record<ItemKind, Write>> = {
  watchlists: writer('watchlists', nothing, ({ db }, _, { order }) => {
    for (const [position, id] of order.entries())
      run(db, 'UPDATE watchlist SET position = ? WHERE id = ?', position, id)
  }),
  watchlist: writer('watchlist', removeFrom('DELETE FROM watchlist WHERE id = ?'), writeWatchlist),
  symbol: writer(
    'symbol',
    removeFrom('DELETE FROM watchlist_item WHERE watchlist_id = ? AND symbol = ?'),
    // Only updates: writing the list has already added the row at its position.
    ({ db }, [list = '', symbol = ''], { target, section }) => {
      run(
        db,
        'UPDATE watchlist_item SET target = ?, section = ? WHERE watchlist_id = ? AND symbol = ?',
        target,
        section,
        list,
        symbol,
      )
    },
  ),
  view: writer('view', removeFrom('DELETE FROM saved_view WHERE id = ?'), ({ db }, [id = ''], view) => {
    run(
      db,
      `INSERT INTO saved_view (id, name, filter, direction) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, filter = excluded.filter, direction = excluded.direction`,
      id,
      view.name,
      JSON.stringify(view.filter),
      view.direction,
    )
  }),
  alert: writer('alert', removeFrom('DELETE FROM alert_rule WHERE id = ?'), writeAlert),
  kind: writer('kind', removeFrom('DELETE FROM kind_choice WHERE target = ?'), ({ db }, [target = ''], { kind }) => {
    run(
      db,
      'INSERT INTO kind_choice (target, kind) VALUES (?, ?) ON CONFLICT (target) DO UPDATE SET kind = excluded.kind',
      target,
      kind,
    )
  }),
  group: writer(
    'group',
    removeFrom('DELETE FROM row_group WHERE account_id = ? AND row_ids = ?'),
    ({ db, now }, [account = '', rowIds = ''], { event }) => {
      run(
        db,
        `INSERT INTO row_group (id, account_id, row_ids, kind, cost_share, made_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, cost_share = excluded.cost_share`,
        idOfRows(account, rowIds),
        account,
        rowIds,
        event.kind,
        event.costShare,
        now,
      )
    },
  ),
  withdrawn: writer(
    'withdrawn',
    removeFrom('DELETE FROM withdrawn_row WHERE account_id = ? AND id = ?'),
    ({ db }, [accountId = ''], { row }) => createWithdrawnRows(db).take({ accountId, ...row }),
  ),
  opening: writer(
    'opening',
    removeFrom('DELETE FROM opening_balance WHERE account_id = ? AND symbol = ? AND currency = ?'),
    ({ db, now }, [account = '', symbol = '', currency = ''], { amount }) => {
      run(
        db,
        `INSERT INTO opening_balance (account_id, symbol, currency, amount, set_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (account_id, symbol, currency) DO UPDATE SET amount = excluded.amount, set_at = excluded.set_at`,
        account,
        symbol,
        currency,
        amount,
        now,
      )
    },
  ),
  bond: writer(
    'bond',
    removeFrom('DELETE FROM bond_terms WHERE symbol = ?'),
    ({ db, now }, [symbol = ''], { maturesOn }) => {
      run(
        db,
        `INSERT INTO bond_terms (symbol, matures_on, changed_at) VALUES (?, ?, ?)
         ON CONFLICT (symbol) DO UPDATE SET matures_on = excluded.matures_on, changed_at = excluded.changed_at`,
        symbol,
        maturesOn,
        now,
      )
    },
  ),
}

function writeWatchlist(
  { db }: Writing,
  [id = '']: readonly string[],
  { name, columns, order }: Item<'watchlist'>,
): void {
  run(
    db,
    `INSERT INTO watchlist (id, name, columns, position)
     SELECT ?, ?, ?, coalesce(max(position) + 1, 0) FROM watchlist WHERE true
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, columns = excluded.columns`,
    id,
    name,
    columns === null ? null : JSON.stringify(columns),
  )
  for (const [position, symbol] of order.entries())
    run(
      db,
      `INSERT INTO watchlist_item (watchlist_id, symbol, position) VALUES (?, ?, ?)
       ON CONFLICT (watchlist_id, symbol) DO UPDATE SET position = excluded.position`,
      id,
      symbol,
      position,
    )
}

/** The state of an alert stays on each computer: an alert that fired here may not have fired on another computer. */
function writeAlert({ db, now }: Writing, [id = '']: readonly string[], item: Item<'alert'>): void {
  const { exists: _, condition: scaled, ...rest } = item
  const { splits, condition, hysteresis } = scaled
  const rule: AlertRule = { ...rest, condition, hysteresis, id }
  const row = db.prepare<[string], Row>('SELECT rule, state FROM alert_rule WHERE id = ?').get(id)
  const state = AlertState.safeParse(row === undefined ? undefined : jsonText(row, 'state'))
  const stored: AlertState = state.success ? { ...state.data, splits } : { ...freshState(now), splits }
  run(
    db,
    `INSERT INTO alert_rule (id, created_at, rule, state) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET rule = excluded.rule, state = excluded.state`,
    id,
    rule.createdAt,
    JSON.stringify(rule),
    JSON.stringify(stored),
  )
}
