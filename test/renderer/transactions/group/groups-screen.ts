import type { RowGroupPreview } from '#shared/model/transaction/history.ts'
import type { RowGroupDraft } from '#shared/model/transaction/row-group.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { dec } from '../../fixtures/data.ts'
import { TransactionStore } from '../../fixtures/transaction-store.ts'
import type { Answers } from '../../fixtures/transport.ts'
import { grid, mounted, now, press, show } from '../transactions-screen.ts'

/** A row of pieces that come or go without money. */
export function pieces(id: string, symbol: string, quantity: string, accountId = '1900001'): TransactionRow {
  const at = now - 1000 * (1000 - Number(id))
  const transaction = { id, at, atText: new Date(at).toISOString(), category: 'OTHERS', name: `Row ${id}`, symbol }
  return {
    ...{ accountId, instrumentName: null, instrumentType: 'EQUITIES', kind: 'unknown', kindRule: 'none' },
    transaction: { ...transaction, change: null, changeQuantity: dec(quantity), trade: null },
  }
}

/** Old pieces go and new ones come, twice: in row 1 and 2, and in row 3 and 4. The list shows the newest first. */
export const rows: readonly TransactionRow[] = [
  ...[pieces('1', 'OLD@X', '-1234'), pieces('2', 'NEW@X', '5678')],
  ...[pieces('3', 'OLD@X', '-40'), pieces('4', 'NEW@X', '8')],
]

export const draftOf = (rowIds: readonly string[], kind: RowGroupDraft['kind'] = 'symbol-change'): RowGroupDraft => ({
  ...{ accountId: '1900001', rowIds: [...rowIds], kind, costShare: null },
})

/** A preview in which each row of the draft becomes a split, and rows 1 and 2 are like it. */
export const previewWithAlike = (draft: RowGroupDraft): RowGroupPreview => ({
  rows: rows
    .filter(({ transaction }) => draft.rowIds.includes(transaction.id))
    .map((row) => ({ row, kindAfter: 'split' })),
  alike: [{ group: { ...draft, rowIds: ['1', '2'] }, rows: rows.slice(0, 2) }],
  hasMore: false,
})

/** Shows these rows, and selects the newest of them. */
export async function showSelected(count: number, overrides: Partial<Answers> = {}, all = rows): Promise<void> {
  await show(new TransactionStore(all), overrides)
  grid().focus()
  await press('Home')
  await press(' ')
  for (let more = 1; more < count; more++) await press('ArrowDown', { shiftKey: true })
}

/** Shows the rows with the newest two selected, and the dialog for them. */
export async function openDialog(overrides: Partial<Answers> = {}): Promise<void> {
  await showSelected(2, overrides)
  await mounted.press('These belong together…')
}

export const dialog = () => mounted.find('dialog[open]')
export const isOpen = (): boolean => mounted.target.querySelector('dialog[open]') !== null
export const words = (): string => dialog().textContent.replace(/\s+/g, ' ')
export const confirm = (): HTMLButtonElement => mounted.find<HTMLButtonElement>('dialog[open] footer .primary')

/** Chooses what the rows are by its title. */
export async function choose(title: string): Promise<void> {
  const select = mounted.find<HTMLSelectElement>('dialog[open] select')
  const option = [...select.options].find(({ text }) => text === title)
  select.selectedIndex = option?.index ?? -1
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await mounted.settle()
}
