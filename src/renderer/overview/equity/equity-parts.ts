import { dayMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { EquityCurve } from '#shared/model/ledger/portfolio-curves.ts'
import type { Range } from '../../chart/time-axis.ts'

/**
 * Whether deposits are drawn. In a short range their line is flat and would flatten the equity. Amounts in different
 * currencies never share an axis.
 */
export const showsDeposits = ({ deposits, points, currency }: EquityCurve, range: Range): boolean =>
  deposits !== null &&
  deposits.points.length > 0 &&
  (range === '1Y' || range === 'All') &&
  (currency === deposits.currency || isShort(points))

/** Whether equity of unknown currency has a short record. The deposits of all years are then drawn instead of it. */
const isShort = (points: EquityCurve['points']): boolean =>
  (points.at(-1)?.until ?? 0) - (points[0]?.at ?? 0) < 30 * dayMs

/** The equity to draw together with the deposits, if those are drawn. */
export const drawnEquity = (curve: EquityCurve, range: Range): EquityCurve =>
  showsDeposits(curve, range) && curve.currency !== curve.deposits?.currency ? { ...curve, points: [] } : curve

/** Why the equity before the record is not drawn, as text; `null` if it is drawn, or if the reason is not known yet. */
export function notDerivedWords({ notDerived, points }: EquityCurve): string | null {
  if (notDerived === null || points.some(({ source }) => source === 'derived')) return null
  switch (notDerived.reason) {
    case 'not-loaded':
      return m.overview_past_equity_not_loaded()
    case 'differs':
      return m.overview_past_equity_differs_in_names({ names: notDerived.names.join(', ') })
    case 'no-value':
      return m.overview_past_equity_without_prices()
  }
}
