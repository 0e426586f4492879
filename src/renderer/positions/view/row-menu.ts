import { m } from '#shared/messages/messages.js'
import type { Watchlist } from '#shared/model/watchlist.ts'
import { dayHref } from '../../navigation/day-address.ts'
import { alertHref, instrumentHref } from '../../navigation/instrument-address.ts'
import { hashOf } from '../../navigation/transactions-address.ts'
import type { MenuItem } from '../../ui/overlay/menu.ts'

/** Of more watchlists, only this many are listed; their screen shows all. */
const maxLists = 8

/** The row for which the menu is opened. */
export interface MenuSubject {
  readonly symbol: string
  readonly name: string | null
  /** `null`: the row covers several accounts. */
  readonly accountId: string | null
  /** The row as shown, its cells separated by tabs. */
  readonly rowText: string
}

interface Actions {
  /** Copies a text, then announces `words`. */
  readonly copy: (text: string, words: string) => void
  readonly setWatched: (list: Watchlist, isWatched: boolean) => void
  /** Adds the instrument to a new first list. */
  readonly watch: () => void
}

/** The menu of a position: links, texts to copy, and watchlists. `lists` is `undefined` until they are read. */
export function rowMenu(subject: MenuSubject, lists: readonly Watchlist[] | undefined, actions: Actions): MenuItem[] {
  const { symbol, name, accountId, rowText } = subject
  const conditions = [
    { field: 'symbol' as const, values: [symbol], isNot: false },
    ...(accountId === null ? [] : [{ field: 'account' as const, values: [accountId], isNot: false }]),
  ]
  const copies: MenuItem[] = [
    {
      label: m.positions_copy_symbol(),
      onselect: () => actions.copy(symbol, m.positions_the_symbol_is_copied()),
      startsGroup: true,
    },
    ...(name === null
      ? []
      : [{ label: m.positions_copy_name(), onselect: () => actions.copy(name, m.positions_the_name_is_copied()) }]),
    { label: m.positions_copy_row(), onselect: () => actions.copy(rowText, m.positions_the_row_is_copied()) },
  ]
  return [
    { label: m.positions_open_the_instrument(), href: instrumentHref(symbol) },
    { label: m.common_transactions(), href: hashOf({ filter: { conditions, text: '' }, direction: 'newest' }) },
    { label: m.common_why_did_it_move(), href: dayHref({ symbol }) },
    { label: m.positions_new_alert_at_a_price(), href: alertHref(symbol) },
    ...copies,
    ...watchItems(symbol, lists, actions),
  ]
}

function watchItems(symbol: string, lists: readonly Watchlist[] | undefined, actions: Actions): MenuItem[] {
  if (lists === undefined) return []
  if (lists.length === 0) return [{ label: m.positions_watch(), onselect: () => actions.watch(), startsGroup: true }]
  return lists.slice(0, maxLists).map((list, index) => {
    const isWatched = list.symbols.includes(symbol)
    const label = isWatched
      ? m.positions_remove_from_list({ list: list.name })
      : m.positions_watch_in_list({ list: list.name })
    return { label, onselect: () => actions.setWatched(list, !isWatched), startsGroup: index === 0 }
  })
}
