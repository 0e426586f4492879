import { readColumns, type ColumnText } from '#shared/column-text.ts'
import type { Params } from '#shared/contract/contract.ts'
import { divide, type Decimal } from '#shared/decimal.ts'
import type { IncomeFigures, IncomeRow, IncomeSummary } from '#shared/model/ledger/income.ts'
import { readFacts } from '../../cache/instrument-facts.ts'
import { exportIncome } from '../../export/income-files.ts'
import { historyRemarks } from '../../export/remarks.ts'
import { convertParts, type Conversion } from '../../insight/currency/convert.ts'
import { dayOf } from '../../insight/events/days.ts'
import { unsettledContracts } from '../../insight/income/expiry.ts'
import { heldPositions } from '../../insight/portfolio/account-summary.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { readMaturities } from '../read/read-maturities.ts'
import { createPartReader } from '../read/read-part.ts'
import { readAccounts, readDetails, readRates } from '../read/read-portfolio.ts'

type IncomeHandlers = Pick<Handlers, Extract<keyof Handlers, `income.${string}`>>

type ListedSpan = Params<'income.list'>

/** Received, due and future income. */
export function createIncomeHandlers({ current, clock, logFault }: HandlerContext): IncomeHandlers {
  const readPart = createPartReader(logFault)
  const idsOf = (accountId: string | null): string[] =>
    readAccounts(current().cache, accountId).map(({ account }) => account.id)

  const list = (span: ListedSpan): Promise<ColumnText<IncomeRow>> => {
    const { accountId, symbol = null, from, to } = span
    return current().ledger.listIncome(idsOf(accountId), { symbol, from, to })
  }

  /** The held instruments of a scope, with their facts, reference data and maturities. */
  const readHeld = (accountId: string | null) => {
    const { cache } = current()
    const stored = readAccounts(cache, accountId)
    const accounts = stored.map(({ account }) => account)
    const symbols = [...new Set(accounts.flatMap(heldPositions).map(({ symbol }) => symbol))]
    const [factsOf, details] = [readFacts(cache, symbols), readDetails(cache, stored)]
    return { accounts, symbols, factsOf, details, maturities: readMaturities(current(), symbols, details) }
  }

  return {
    'income.list': list,
    'income.unsettled'({ accountId }) {
      const { accounts, factsOf, details, maturities } = readHeld(accountId)
      const typeOf = (symbol: string): string | null => factsOf(symbol).type
      return unsettledContracts(accounts, details, typeOf, maturities, dayOf(clock.now())).map((contract) => ({
        ...contract,
        name: factsOf(contract.symbol).name,
      }))
    },
    async 'income.summary'({ accountId, by }) {
      const { cache, ledger } = current()
      const { groups, ...summary } = await ledger.summarizeIncome(idsOf(accountId), by)
      const factsOf = readFacts(cache, by === 'instrument' ? groups.map(({ key }) => key) : [])
      const { toBase } = await readRates(current(), readPart)
      const { symbols, details, maturities } = readHeld(accountId)
      return {
        ...summary,
        undatedBonds: symbols.filter((symbol) => details.get(symbol)?.type === 'BONDS' && !maturities.has(symbol)),
        groups: groups.map((group) => ({ ...group, name: by === 'instrument' ? factsOf(group.key).name : null })),
        ...(toBase === null ? { inBase: null, yieldInBase: null } : convertTotals(summary.total, toBase)),
        asOf: clock.now(),
      }
    },
    async 'income.export'({ accountId, from, to, format, separator = ',' }) {
      const { cache, exports, paths } = current()
      const remarks = historyRemarks(cache, { accountIds: accountId === null ? null : [accountId] })
      const file = await exportIncome(await readColumns(await list({ accountId, from, to })), {
        format,
        separator,
        now: clock.now(),
        folder: paths.exports,
        remarks,
      })
      return { ...file, id: exports.add(file) }
    },
  }
}

/** The totals in the base currency at the present rates. */
function convertTotals(
  total: readonly IncomeFigures[],
  toBase: Conversion,
): Pick<IncomeSummary, 'inBase' | 'yieldInBase'> {
  const inBase = (read: (figures: IncomeFigures) => Decimal | null) =>
    convertParts(
      total.map((figures) => ({ name: figures.currency, currency: figures.currency, amount: read(figures) })),
      toBase,
    )
  const held = inBase((figures) => figures.trailingHeld)
  const cost = inBase((figures) => figures.cost)
  const isComplete = [held, cost].every(({ notConverted, missing }) => notConverted.length + missing.length === 0)
  const share = isComplete && held.amount !== null && cost.amount !== null ? divide(held.amount, cost.amount, 6) : null
  return {
    inBase: {
      trailing: inBase((each) => each.trailing),
      cost,
      announced: inBase((each) => each.announced),
      projected: inBase((each) => each.projected),
    },
    yieldInBase: share,
  }
}
