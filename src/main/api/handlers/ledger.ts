import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { readFacts } from '../../cache/instrument-facts.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'

type LedgerHandlers = Pick<
  Handlers,
  | Extract<keyof Handlers, `reconciliation.${string}` | `ledger.${string}` | `charges.${string}`>
  | 'lots.list'
  | 'positions.quantities'
>

/** Results of replaying the transactions: reconciliation, lots and quantities. */
export function createLedgerHandlers({ current, clock, events }: HandlerContext): LedgerHandlers {
  function idsOf(accountId: string | null): readonly string[] {
    const { accounts } = current().cache
    if (accountId === null) return accounts.list().map(({ account }) => account.id)
    if (accounts.get(accountId) === null) throw new AppError('not-found', m.errors_this_account_does_not_exist())
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
      if (row === null) throw new AppError('not-found', m.errors_this_transaction_does_not_exist())
      const { at, symbol, trade } = row.transaction
      return ledger.readCharges({ accountId, id, at, symbol, kind: row.kind, trade: trade !== null })
    },
    'ledger.state': () => current().ledger.readState(),
  }
}
