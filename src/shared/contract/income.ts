import { z } from 'zod'
import { m } from '../messages/messages.js'
import { IncomeGrouping, IncomeRow, IncomeSummary, UnsettledContract } from '../model/ledger/income.ts'
import { Instant, InstrumentSymbol } from '../model/values.ts'
import { AccountScope } from './portfolio.ts'
import { request } from './request.ts'

const Span = AccountScope.extend({ from: Instant, to: Instant })
const isOrdered = ({ from, to }: { readonly from: number; readonly to: number }): boolean => from < to
const ordered = { path: ['to'], error: m.model_must_be_after_from }

/** Past and future dividends, coupons, repayments, expiries, offers and splits of instruments that are or were held. */
export const incomeRequests = {
  /** By date, oldest first; `from` is inclusive, `to` exclusive. Without a symbol: all instruments. */
  'income.list': request(
    Span.extend({ symbol: InstrumentSymbol.nullable().optional() }).refine(isOrdered, ordered),
    z.array(IncomeRow),
  ),
  /** From the positions and the reference data: past dates first, oldest first. */
  'income.unsettled': request(AccountScope, z.array(UnsettledContract)),
  'income.summary': request(AccountScope.extend({ by: IncomeGrouping }), IncomeSummary),
  /** Writes the rows of a period to a file in the export folder. File system errors are thrown unchanged. */
  'income.export': request(
    Span.extend({ format: z.enum(['csv', 'ics']), separator: z.enum([',', ';', '\t']).optional() }).refine(
      isOrdered,
      ordered,
    ),
    /** `id` identifies the file for the download, as with every other export. */
    z.object({ id: z.string(), path: z.string(), rows: z.int().min(0) }),
  ),
}
