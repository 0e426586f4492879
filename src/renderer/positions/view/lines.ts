import { m } from '#shared/messages/messages.js'
import type { PositionRow } from '#shared/model/portfolio.ts'
import { bondFactsOf, type BondFact } from './bond-facts.ts'
import { groupHoldings, isGrouped, type Grouping, type Subtotal } from './grouping.ts'
import type { Holding } from './holding.ts'

/** A sum of rows in one currency, or of all cash. */
export interface SumLine {
  readonly kind: 'sum'
  readonly key: string
  /** Empty on all lines of a sum in several currencies except the first. */
  readonly title: string
  readonly subtotal: Subtotal
  /** Cash has a value and a weight only. */
  readonly isCash?: boolean
}

/** A line of the table. */
export type Line =
  | SumLine
  | { readonly kind: 'holding'; readonly key: string; readonly row: Holding; readonly isOpen: boolean }
  /** The position of one account, below the row of its instrument. */
  | { readonly kind: 'part'; readonly key: string; readonly parent: string; readonly row: PositionRow }
  /** One fact of a bond, or all of them in one line (`null`), below its row. */
  | {
      readonly kind: 'bond'
      readonly key: string
      readonly parent: string
      readonly row: Holding
      readonly fact: BondFact | null
    }

/** The sums in several currencies, one below the other. */
export const sumLines = (key: string, title: string, sums: readonly Subtotal[]): SumLine[] =>
  sums.map((subtotal, index) => ({
    kind: 'sum',
    key: `sum ${key} ${index} ${subtotal.currency}`,
    title: index === 0 ? title : subtotal.currency === '' ? m.common_unknown_currency() : '',
    subtotal,
  }))

/**
 * Sorted rows as lines: with headings if they are grouped, and with the accounts below each open row. In a narrow table each
 * fact of a bond has its own line.
 */
export function linesOf(
  rows: readonly Holding[],
  grouping: Grouping,
  open: ReadonlySet<string>,
  isNarrow: boolean,
): Line[] {
  const lines: Line[] = []
  for (const group of groupHoldings(rows, grouping)) {
    if (isGrouped(grouping))
      lines.push(...sumLines(group.key, `${group.title} · ${group.rows.length}`, group.subtotals))
    for (const row of group.rows) {
      const isOpen = open.has(row.key)
      lines.push({ kind: 'holding', key: row.key, row, isOpen })
      if (isOpen) lines.push(...linesBelow(row, isNarrow))
    }
  }
  return lines
}

/** The facts of a bond, and the positions of the accounts. */
function linesBelow(row: Holding, isNarrow: boolean): Line[] {
  const { key: parent } = row
  const parts = row.parts
    .toSorted((a, b) => a.accountId.localeCompare(b.accountId, undefined, { numeric: true }))
    .map((part): Line => ({ kind: 'part', key: `${parent} / ${part.accountId}`, parent, row: part }))
  if (row.type !== 'BONDS') return parts
  const bondLine = (fact: BondFact | null): Line => ({
    kind: 'bond',
    key: `${parent} / bond ${fact ?? ''}`,
    parent,
    row,
    fact,
  })
  return [...(isNarrow ? bondFactsOf(row).map(bondLine) : [bondLine(null)]), ...parts]
}
