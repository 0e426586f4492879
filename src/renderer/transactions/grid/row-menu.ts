import { m } from '#shared/messages/messages.js'
import type { FacetField } from '#shared/model/transaction/transaction-filter.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { kindTitles } from '#shared/text/transaction-kinds.ts'
import { instrumentHref } from '../../navigation/instrument-address.ts'
import type { MenuItem } from '../../ui/overlay/menu.ts'
import { withCondition } from '../rows/filter-edit.ts'
import { whyNoGroup } from '../rows/row-groups.svelte.ts'
import type { TransactionsView } from '../rows/transactions-view.svelte.ts'
import type { ListCursor } from './list-cursor.svelte.ts'

interface Place {
  readonly view: Pick<TransactionsView, 'filter' | 'change' | 'selection'>
  readonly cursor: Pick<ListCursor, 'opened' | 'copyRows' | 'group'>
  /** The account in scope; `null` for all accounts. */
  readonly account: string | null
  readonly isPrivate: boolean
}

/** The menu of a transaction: its details and instrument, filters by its values, copying, and grouping if it is selected. */
export function rowMenu(row: TransactionRow, { view, cursor, account, isPrivate }: Place): MenuItem[] {
  const { accountId, kind } = row
  const { symbol } = row.transaction
  const only = (field: FacetField, value: string, label: string): MenuItem => ({
    label,
    onselect: () => view.change({ filter: withCondition(view.filter, { field, values: [value], isNot: false }) }),
  })
  const filters = [
    ...(symbol === '' ? [] : [only('symbol', symbol, m.transactions_only_this_instrument({ symbol }))]),
    only('kind', kind, m.transactions_only_this_kind({ kind: kindTitles[kind] })),
    ...(account === null ? [only('account', accountId, m.transactions_only_this_account({ account: accountId }))] : []),
  ]
  return [
    { label: m.transactions_open_the_details(), keys: 'Enter', onselect: () => (cursor.opened = row) },
    ...(symbol === '' ? [] : [{ label: m.positions_open_the_instrument(), href: instrumentHref(symbol) }]),
    ...filters.map((item, index) => ({ ...item, startsGroup: index === 0 })),
    copyItem(row, { view, cursor, isPrivate }),
    ...(view.selection.has(row) && whyNoGroup(view.selection.rows) === null
      ? [{ label: m.row_groups_belong_together_and_more(), keys: 'Ctrl/⌘ G', onselect: () => cursor.group() }]
      : []),
  ]
}

/** Copies a selected row with the other selected ones, as Ctrl+C does. */
function copyItem(row: TransactionRow, { view, cursor, isPrivate }: Omit<Place, 'account'>): MenuItem {
  const { selection } = view
  const isSelected = selection.has(row)
  const label = isSelected ? m.shell_copy_the_selection() : m.positions_copy_row()
  return {
    label: isPrivate ? m.transactions_copy_without_amounts() : label,
    // The key copies the selection if there is one.
    ...(isSelected || selection.count === 0 ? { keys: 'Ctrl/⌘ C' } : {}),
    startsGroup: true,
    onselect: () => void cursor.copyRows(isSelected ? selection.rows : [row]),
  }
}
