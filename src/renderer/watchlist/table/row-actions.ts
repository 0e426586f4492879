import { compare } from '../../../shared/decimal.ts'
import { newAlertHref } from '../../navigation/alert-address.ts'
import { hashOf } from '../../navigation/transactions-address.ts'
import { writeClipboard } from '../../lib/clipboard.ts'
import type { MenuItem } from '../../ui/overlay/menu.ts'
import type { ListDialog } from '../lists/list-dialog.ts'
import type { WatchRow } from '../state/list-quotes.svelte.ts'

/** What the table does for the menu of a row. */
interface RowCommands {
  readonly isCharted: boolean
  readonly open: (row: WatchRow) => void
  readonly toggleChart: (row: WatchRow) => void
  readonly ondialog: (dialog: ListDialog) => void
  readonly dissolve: (section: string) => void
  readonly remove: (row: WatchRow) => void
}

/** The address of a new alert at the target price, in the direction in which the price must move. */
export function targetAlertHref({ symbol, target, quote }: WatchRow): string {
  const last = quote?.quote?.last ?? null
  if (target === null) return newAlertHref(symbol)
  const direction = last !== null && compare(target, last) < 0 ? 'below' : 'above'
  return newAlertHref(symbol, { price: target, direction })
}

/** The actions of a row, the most frequent first. */
export function rowActions(row: WatchRow, commands: RowCommands): MenuItem[] {
  const { symbol, target, section } = row
  const ofSymbol = { conditions: [{ field: 'symbol' as const, values: [symbol], isNot: false }], text: '' }
  return [
    { label: 'Open', keys: 'Enter', onselect: () => commands.open(row) },
    {
      label: commands.isCharted ? 'Hide the chart' : 'Show the chart',
      keys: 'Space',
      onselect: () => commands.toggleChart(row),
    },
    {
      label: target === null ? 'New alert' : 'New alert at the target price',
      href: targetAlertHref(row),
    },
    {
      label: target === null ? 'Set a target price' : 'Change the target price',
      onselect: () => commands.ondialog({ kind: 'target', symbol }),
    },
    { label: 'Move to a section', onselect: () => commands.ondialog({ kind: 'section', symbol }) },
    ...(section === null
      ? []
      : [{ label: `Dissolve the section “${section}”`, onselect: () => commands.dissolve(section) }]),
    { label: 'Transactions', href: hashOf({ filter: ofSymbol, direction: 'newest' }) },
    { label: 'Copy the symbol', onselect: () => void writeClipboard(symbol) },
    { label: 'Remove from the list', keys: 'Delete', isDanger: true, onselect: () => commands.remove(row) },
  ]
}
