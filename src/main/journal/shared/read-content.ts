import { AlertRule, AlertState } from '#shared/model/alert.ts'
import type { Db } from '../../sqlite/db.ts'
import { jsonText, text, textOrNull, type Row } from '../../sqlite/row.ts'
import { createWithdrawnRows } from '../withdrawn-rows.ts'
import { nameItem, parseJson, type Content, type Fields } from './content.ts'
import { normalize } from './items.ts'

const all = (db: Db, sql: string): Row[] => db.prepare<[], Row>(sql).all()

/** The shared items of the journal now. Skips rows in a format that this version does not know. */
export function readContent(db: Db): Content {
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
