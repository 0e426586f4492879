import type { Watchlist } from '../../../shared/model/watchlist.ts'
import { dayHref } from '../../navigation/day-address.ts'
import { alertHref, instrumentHref } from '../../navigation/instrument-address.ts'
import { hashOf } from '../../navigation/transactions-address.ts'
import type { MenuItem } from '../../ui/overlay/menu.ts'

/** Longer lists are on their own screen. */
const maxLists = 8

/** What the menu is about. */
export interface MenuSubject {
  readonly symbol: string
  readonly name: string | null
  /** `null`: the row is of several accounts. */
  readonly accountId: string | null
  /** The row as on screen, its cells separated by tabs. */
  readonly rowText: string
}

interface Actions {
  readonly copy: (text: string, what: string) => void
  readonly setWatched: (list: Watchlist, isWatched: boolean) => void
  /** Puts it on a first list of its own. */
  readonly watch: () => void
}

/** The menu of a position: where to go, what to copy, and the watchlists. `lists`: not read yet as `undefined`. */
export function rowMenu(subject: MenuSubject, lists: readonly Watchlist[] | undefined, actions: Actions): MenuItem[] {
  const { symbol, name, accountId, rowText } = subject
  const conditions = [
    { field: 'symbol' as const, values: [symbol], isNot: false },
    ...(accountId === null ? [] : [{ field: 'account' as const, values: [accountId], isNot: false }]),
  ]
  const copies: MenuItem[] = [
    { label: 'Copy symbol', onselect: () => actions.copy(symbol, 'The symbol'), startsGroup: true },
    ...(name === null ? [] : [{ label: 'Copy name', onselect: () => actions.copy(name, 'The name') }]),
    { label: 'Copy row', onselect: () => actions.copy(rowText, 'The row') },
  ]
  return [
    { label: 'Open the instrument', href: instrumentHref(symbol) },
    { label: 'Transactions', href: hashOf({ filter: { conditions, text: '' }, direction: 'newest' }) },
    { label: 'Why did it move today?', href: dayHref({ symbol }) },
    { label: 'New alert at a price …', href: alertHref(symbol) },
    ...copies,
    ...watchItems(symbol, lists, actions),
  ]
}

function watchItems(symbol: string, lists: readonly Watchlist[] | undefined, actions: Actions): MenuItem[] {
  if (lists === undefined) return []
  if (lists.length === 0) return [{ label: 'Watch', onselect: () => actions.watch(), startsGroup: true }]
  return lists.slice(0, maxLists).map((list, index) => {
    const isWatched = list.symbols.includes(symbol)
    const label = isWatched ? `Remove from “${list.name}”` : `Watch in “${list.name}”`
    return { label, onselect: () => actions.setWatched(list, !isWatched), startsGroup: index === 0 }
  })
}
