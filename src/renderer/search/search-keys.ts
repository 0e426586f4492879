import type { SymbolSearch } from '../lib/symbol-search.svelte.ts'

/**
 * A key in the field of a search: what the search takes goes no further, and the line that it marks is brought into view.
 * `listId` is that of its `FoundSymbols`.
 */
export function pressInSearch(event: KeyboardEvent, search: SymbolSearch, listId: string): void {
  if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
  if (!search.press(event.key)) return
  event.preventDefault()
  event.stopPropagation()
  document.getElementById(`${listId}-${search.active}`)?.scrollIntoView({ block: 'nearest' })
}
