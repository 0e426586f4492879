import { compare } from '../../../shared/decimal.ts'
import { newAlertHref } from '../../navigation/alert-address.ts'
import { hashOf } from '../../navigation/transactions-address.ts'
import { writeClipboard } from '../../lib/clipboard.ts'
import type { ListDialog } from '../lists/list-dialog.ts'
import type { WatchRow } from '../state/list-quotes.svelte.ts'

/** An action of the menu of a row. */
export interface RowAction {
  readonly title: string
  /** The key that does the same on the row. */
  readonly keys?: string
  readonly isDanger?: boolean
  readonly run: () => void
}

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
export function rowActions(row: WatchRow, commands: RowCommands): RowAction[] {
  const { symbol, target, section } = row
  const goTo = (hash: string) => () => void (location.hash = hash)
  const ofSymbol = { conditions: [{ field: 'symbol' as const, values: [symbol], isNot: false }], text: '' }
  return [
    { title: 'Open', keys: 'Enter', run: () => commands.open(row) },
    {
      title: commands.isCharted ? 'Hide the chart' : 'Show the chart',
      keys: 'Space',
      run: () => commands.toggleChart(row),
    },
    {
      title: target === null ? 'New alert' : 'New alert at the target price',
      run: goTo(targetAlertHref(row)),
    },
    {
      title: target === null ? 'Set a target price' : 'Change the target price',
      run: () => commands.ondialog({ kind: 'target', symbol }),
    },
    { title: 'Move to a section', run: () => commands.ondialog({ kind: 'section', symbol }) },
    ...(section === null
      ? []
      : [{ title: `Dissolve the section “${section}”`, run: () => commands.dissolve(section) }]),
    { title: 'Transactions', run: goTo(hashOf({ filter: ofSymbol, direction: 'newest' })) },
    { title: 'Copy the symbol', run: () => void writeClipboard(symbol) },
    { title: 'Remove from the list', keys: 'Delete', isDanger: true, run: () => commands.remove(row) },
  ]
}
