import type { InstrumentDetails } from '#shared/model/instrument.ts'
import type { CallOptions } from '../../broker/broker.ts'
import type { Outputs } from '../../broker/endpoints.ts'
import type { Cache } from '../../cache/cache.ts'
import { heldPositions } from '../../insight/portfolio/account-summary.ts'
import type { SyncContext } from '../context.ts'
import { isOfEndpoint } from '../scheduler/job.ts'

/**
 * The account with which an instrument is requested, because the service refuses requests without one: an account that holds
 * it, else the first account of the token. `null` while no account is known.
 */
export function accountFor(
  { sessionDetails, accounts }: Pick<Cache, 'sessionDetails' | 'accounts'>,
  symbol: string,
): string | null {
  const ids = sessionDetails.get()?.details.accountIds
  const known = accounts.list().filter(({ account }) => ids?.includes(account.id) ?? true)
  const holder = known.find(({ account }) => heldPositions(account).some((position) => position.symbol === symbol))
  return holder?.account.id ?? ids?.[0] ?? known[0]?.account.id ?? null
}

/**
 * Requests the reference data of an instrument and stores them under the requested symbol, because the response may use
 * another case. For a future, its trading parameters are requested too: only they state the currency of its margin. Throws the
 * errors of the broker; then the stored data do not change.
 */
export async function readDetails(context: SyncContext, symbol: string, options: CallOptions): Promise<void> {
  const { broker, cache, clock } = context
  // Before the first session no account is known.
  const accountId = accountFor(cache, symbol) ?? (await broker.renewSession(options)).accountIds[0]
  const details = await broker.call('getAsset', { symbol, ...(accountId !== undefined && { accountId }) }, options)
  const isFuture = details.type === 'FUTURES'
  const marginCurrency =
    isFuture && accountId !== undefined ? await readMarginCurrency(context, symbol, accountId, options) : null
  const stored: InstrumentDetails = { ...details, symbol, ...(isFuture && { marginCurrency }) }
  cache.instrumentDetails.put(stored, clock.now())
}

/**
 * The currency of a future's margin; `null` if the service does not state it. If it does not answer with parameters, for
 * example of an expired future, it is the only currency of the account's cash.
 */
async function readMarginCurrency(
  { broker, cache }: SyncContext,
  symbol: string,
  accountId: string,
  options: CallOptions,
): Promise<string | null> {
  try {
    return marginCurrencyOf(await broker.call('getTradingParams', { symbol, accountId }, options))
  } catch (error) {
    if (!isOfEndpoint(error)) throw error
    const cash = cache.accounts.list().find(({ account }) => account.id === accountId)?.account.cash ?? []
    const [only = null, another] = new Set(cash.map(({ currency }) => currency))
    return another === undefined ? only || null : null
  }
}

const marginCurrencyOf = (params: Outputs['getTradingParams']): string | null => {
  const { longInitialMargin, shortInitialMargin, longCollateral, shortCollateral } = params
  const stated = [longInitialMargin, shortInitialMargin, longCollateral, shortCollateral]
  return stated.find((money) => money !== null && money.currency !== '')?.currency ?? null
}
