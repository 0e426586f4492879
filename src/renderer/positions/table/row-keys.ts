import type { Line } from '../view/lines.ts'
import type { PositionsView } from '../view/positions-view.svelte.ts'

/** How many lines the Page keys move. */
const pageLines = 10

/** The index that a key moves to; `undefined` if it does not move. */
export function indexAfter(key: string, at: number, count: number): number | undefined {
  const last = Math.max(0, count - 1)
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: pageLines, PageUp: -pageLines }
  const step = steps[key]
  if (step !== undefined) return Math.max(0, Math.min(last, at + step))
  return key === 'Home' ? 0 : key === 'End' ? last : undefined
}

/**
 * The effect of a horizontal arrow key in a tree: right opens a row or moves to its first line; left closes the row or
 * moves back to it. Returns the index to move to, or `undefined`.
 */
export function stepAside(view: PositionsView, line: Line, key: string): number | undefined {
  const at = view.lines.findIndex((each) => each.key === line.key)
  if (key === 'ArrowRight' && line.kind === 'holding') {
    if (line.isOpen) return at + 1
    view.toggle(line.key)
  } else if (key === 'ArrowLeft') {
    if (line.kind === 'holding' && line.isOpen) view.toggle(line.key)
    else if (line.kind === 'part' || line.kind === 'bond') {
      return view.lines.findIndex((each) => each.key === line.parent)
    }
  }
  return undefined
}
