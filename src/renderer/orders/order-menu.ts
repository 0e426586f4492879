import { m } from '#shared/messages/messages.js'
import type { OrderRow } from '#shared/model/order/list.ts'
import { instrumentHref } from '../navigation/instrument-address.ts'
import { hashOf } from '../navigation/transactions-address.ts'
import type { MenuItem } from '../ui/overlay/menu.ts'

interface Actions {
  readonly open: () => void
  /** Copies a text, then announces `words`. */
  readonly copy: (text: string, words: string) => void
  /** Opens the dialog that asks for a confirmation; `null` if the order cannot be cancelled. */
  readonly cancel: { readonly label: string; readonly open: () => void } | null
}

/** The menu of an order. `text` is the row as shown on screen. */
export function orderMenu({ order }: OrderRow, text: string, { open, copy, cancel }: Actions): MenuItem[] {
  // An order with several legs has no symbol.
  const symbol = (order.body ?? order.stopLossTakeProfit)?.symbol ?? ''
  const { accountId } = order
  const conditions = [
    { field: 'symbol' as const, values: [symbol], isNot: false },
    { field: 'account' as const, values: [accountId], isNot: false },
  ]
  const ofInstrument: MenuItem[] = [
    { label: m.positions_open_the_instrument(), href: instrumentHref(symbol) },
    { label: m.common_transactions(), href: hashOf({ filter: { conditions, text: '' }, direction: 'newest' }) },
  ]
  const copySymbol = {
    label: m.positions_copy_symbol(),
    onselect: () => copy(symbol, m.positions_the_symbol_is_copied()),
  }
  const copyRow = { label: m.positions_copy_row(), onselect: () => copy(text, m.positions_the_row_is_copied()) }
  const copies: MenuItem[] = symbol === '' ? [copyRow] : [copySymbol, copyRow]
  return [
    { label: m.transactions_open_the_details(), keys: 'Enter', onselect: open },
    ...(symbol === '' ? [] : ofInstrument),
    ...copies.map((item, index) => ({ ...item, startsGroup: index === 0 })),
    ...(cancel === null
      ? []
      : [{ label: cancel.label, keys: 'Delete', onselect: cancel.open, isDanger: true, startsGroup: true }]),
  ]
}
