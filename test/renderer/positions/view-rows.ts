import { foldByInstrument } from '#renderer/positions/view/holding.ts'
import { PositionsView } from '#renderer/positions/view/positions-view.svelte.ts'
import type { PositionRow } from '#shared/model/portfolio.ts'
import { positions } from '../fixtures/positions.ts'

export const rows = positions(0)
export const [sample] = rows
export const row = (symbol: string, seed: Partial<PositionRow>): PositionRow => ({ ...sample!, symbol, ...seed })
export const held = (list: readonly PositionRow[]) => foldByInstrument(list, () => null)
export const viewOf = (list: readonly PositionRow[], base: string | null = null, isNarrow = false) =>
  new PositionsView({ rows: () => list, base: () => base, isNarrow: () => isNarrow })
