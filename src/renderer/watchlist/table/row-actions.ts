import { compare } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import { writeClipboard } from '../../lib/clipboard.ts'
import { newAlertHref } from '../../navigation/alert-address.ts'
import { hashOf } from '../../navigation/transactions-address.ts'
import type { MenuItem } from '../../ui/overlay/menu.ts'
import type { ListDialog } from '../lists/list-dialog.ts'
import type { WatchRow } from '../state/list-quotes.svelte.ts'

/** The actions of the table that the menu of a row uses. */
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
    { label: m.quotes_open_row(), keys: 'Enter', onselect: () => commands.open(row) },
    {
      label: commands.isCharted ? m.quotes_hide_the_chart() : m.quotes_show_the_chart(),
      keys: m.quotes_key_space(),
      onselect: () => commands.toggleChart(row),
    },
    {
      label: target === null ? m.quotes_new_alert() : m.quotes_new_alert_at_the_target_price(),
      href: targetAlertHref(row),
    },
    {
      label: target === null ? m.quotes_set_a_target_price() : m.quotes_change_the_target_price(),
      onselect: () => commands.ondialog({ kind: 'target', symbol }),
    },
    { label: m.quotes_move_to_a_section(), onselect: () => commands.ondialog({ kind: 'section', symbol }) },
    ...(section === null
      ? []
      : [
          {
            label: m.quotes_rename_this_section(),
            onselect: () => commands.ondialog({ kind: 'rename-section', section }),
          },
          { label: m.quotes_dissolve_the_section_name({ name: section }), onselect: () => commands.dissolve(section) },
        ]),
    { label: m.common_transactions(), href: hashOf({ filter: ofSymbol, direction: 'newest' }) },
    { label: m.quotes_copy_the_symbol(), onselect: () => void writeClipboard(symbol) },
    { label: m.quotes_remove_from_the_list(), keys: 'Delete', isDanger: true, onselect: () => commands.remove(row) },
  ]
}
