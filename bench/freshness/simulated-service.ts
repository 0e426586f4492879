import type { Operation } from '#main/broker/broker.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import type { Inputs, Outputs } from '#main/broker/endpoints.ts'
import type { AccountJobContext } from '#main/sync/jobs/accounts.ts'
import type { Clock } from '#main/time/clock.ts'
import { AppError } from '#shared/errors.ts'
import { emptyAccount } from '../../test/fakes/empty-figures.ts'
import { createRandom } from './random.ts'
import type { RequestLog } from './request-log.ts'
import type { Scenario } from './scenario.ts'
import { positionOf } from './simulated-figures.ts'
import type { SimulatedMarket } from './simulated-market.ts'

/** The minimum travel time of a request or response; the maximum is twice as long. */
const travelMs = 40

type Responses = { readonly [N in Operation]?: (input: Inputs[N]) => Outputs[N] }

/** The service for the jobs: the simulated market, behind the real budget. */
export function createService(scenario: Scenario, market: SimulatedMarket, log: RequestLog, clock: Clock) {
  const budget = createBudget({ clock, limit: scenario.budgetPerMinute })
  const random = createRandom(scenario.seed, 'the ways there and back')
  const travel = (): Promise<void> => new Promise((resolve) => void clock.after(travelMs * (1 + random()), resolve))
  const symbolsOf = (id: string): readonly string[] =>
    scenario.accounts.find((account) => account.id === id)?.symbols ?? []

  const responses: Responses = {
    getQuote({ symbol }) {
      log.arrive(`quote ${symbol}`, [symbol], clock.now())
      return market.quote(symbol, clock.now())
    },
    getAccount({ accountId }) {
      log.arrive(`account ${accountId}`, symbolsOf(accountId), clock.now())
      const positions = symbolsOf(accountId).map((symbol) => positionOf(symbol, market.price(symbol, clock.now())))
      return { ...emptyAccount, id: accountId, positions }
    },
  }

  const session = { createdAt: null, expiresAt: null, permissions: [], isReadOnly: true }
  const details = { ...session, accountIds: scenario.accounts.map(({ id }) => id) }
  const call: AccountJobContext['broker']['call'] = async (name, input, { purpose, signal }) => {
    const respond = responses[name]
    if (respond === undefined) throw new AppError('invalid', `The simulated service has no ${name}`)
    const lease = await budget.acquire(purpose, name, signal)
    try {
      await travel()
      const response = respond(input)
      await travel()
      return response
    } finally {
      lease.release()
    }
  }
  const broker: AccountJobContext['broker'] = {
    call,
    session: () => details,
    renewSession: () => Promise.resolve(details),
  }
  return { broker, budget }
}
