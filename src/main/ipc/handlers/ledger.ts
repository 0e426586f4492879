import { AppError } from '../../../shared/errors.ts'
import { readFacts } from '../../cache/instrument-facts.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { readColumns, type ColumnText } from '../../../shared/column-text.ts'
import { divide, type Decimal } from '../../../shared/decimal.ts'
import type { IncomeFigures, IncomeRow, IncomeSummary } from '../../../shared/model/ledger/income.ts'
import { exportIncome } from '../../export/income/export-income.ts'
import { convertParts, type Conversion } from '../../insight/currency/convert.ts'
import { createPartReader } from '../read-part.ts'
import { readAccounts, readRates } from '../read-portfolio.ts'

type LedgerHandlers = Pick<
  Handlers,
  | Extract<keyof Handlers, `reconciliation.${string}` | `ledger.${string}` | `charges.${string}`>
  | 'lots.list'
  | 'positions.quantities'
>

/** What follows from the rows: reconciliation, lots and quantities. */
export function createLedgerHandlers({ current, clock, events }: HandlerContext): LedgerHandlers {
  function idsOf(accountId: string | null): readonly string[] {
    const { accounts } = current().cache
    if (accountId === null) return accounts.list().map(({ account }) => account.id)
    if (accounts.get(accountId) === null) throw new AppError('not-found', 'This account does not exist.')
    return [accountId]
  }

  return {
    async 'reconciliation.read'({ accountId }) {
      const { cache, ledger } = current()
      const read = await ledger.reconcile(idsOf(accountId))
      const factsOf = readFacts(
        cache,
        read.flatMap(({ positions }) => positions.map(({ symbol }) => symbol)),
      )
      return read.map(({ positions, ...account }) => ({
        ...account,
        positions: positions.map((position) => ({ ...position, name: factsOf(position.symbol).name })),
      }))
    },
    'reconciliation.setOpening'({ accountId, symbol, currency, amount }) {
      idsOf(accountId)
      const { openings } = current().journal
      if (amount === null) openings.remove({ accountId, symbol, currency })
      else openings.put({ accountId, symbol, currency, amount, setAt: clock.now() })
      events.publish('ledger.changed', { accountId })
    },
    'lots.list': async ({ accountId, symbol }) => current().ledger.listLots(idsOf(accountId), symbol),
    'positions.quantities': async ({ accountId, symbol }) => {
      idsOf(accountId)
      return current().ledger.listQuantities(accountId, symbol)
    },
    'charges.list': async ({ accountId, symbol, from, to }) =>
      current().ledger.listCharges(idsOf(accountId).map((id) => ({ accountId: id, symbol, from, to }))),
    'charges.read': async ({ accountId, id }) => {
      const { cache, ledger } = current()
      const row = cache.transactions.get(accountId, id)
      if (row === null) throw new AppError('not-found', 'This transaction does not exist.')
      const { at, symbol, trade } = row.transaction
      return ledger.readCharges({ accountId, id, at, symbol, kind: row.kind, trade: trade !== null })
    },
    'ledger.state': () => current().ledger.readState(),
  }
}

type IncomeHandlers = Pick<Handlers, Extract<keyof Handlers, `income.${string}`>>

/** What was paid, is due and is to come. */
export function createIncomeHandlers({ current, clock, logFault }: HandlerContext): IncomeHandlers {
  const readPart = createPartReader(logFault)
  const idsOf = (accountId: string | null): string[] =>
    readAccounts(current().cache, accountId).map(({ account }) => account.id)

  const list = (accountId: string | null, from: number, to: number): Promise<ColumnText<IncomeRow>> =>
    current().ledger.listIncome(idsOf(accountId), from, to)

  return {
    'income.list': ({ accountId, from, to }) => list(accountId, from, to),
    async 'income.summary'({ accountId, by }) {
      const { cache, ledger } = current()
      const { groups, ...summary } = await ledger.summarizeIncome(idsOf(accountId), by)
      const factsOf = readFacts(cache, by === 'instrument' ? groups.map(({ key }) => key) : [])
      const { toBase } = await readRates(current(), readPart)
      return {
        ...summary,
        groups: groups.map((group) => ({ ...group, name: by === 'instrument' ? factsOf(group.key).name : null })),
        ...(toBase === null ? { inBase: null, yieldInBase: null } : convertTotals(summary.total, toBase)),
        asOf: clock.now(),
      }
    },
    'income.export': async ({ accountId, from, to, format, separator = ',' }) =>
      exportIncome(await readColumns(await list(accountId, from, to)), {
        ...{ format, separator, now: clock.now(), folder: current().paths.exports },
      }),
  }
}

/** The totals in the base currency, at the rates of now. */
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
  const isWhole = [held, cost].every(({ notConverted, missing }) => notConverted.length + missing.length === 0)
  const share = isWhole && held.amount !== null && cost.amount !== null ? divide(held.amount, cost.amount, 6) : null
  return {
    inBase: {
      ...{ trailing: inBase((each) => each.trailing), cost },
      ...{ announced: inBase((each) => each.announced), projected: inBase((each) => each.projected) },
    },
    yieldInBase: share,
  }
}
