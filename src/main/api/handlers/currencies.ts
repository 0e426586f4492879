import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Currencies } from '#shared/model/currency.ts'
import { keepBase, keepChoice, readChoices } from '../../currency/rate-settings.ts'
import { readCurrencies } from '../../currency/read-rates.ts'
import { readPair } from '../../insight/currency/pair.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'

type CurrencyHandlers = Pick<Handlers, Extract<keyof Handlers, `currencies.${string}`>>

/** The base currency and the rates to it. */
export function createCurrencyHandlers({ current, events }: HandlerContext): CurrencyHandlers {
  function read(): Currencies {
    const { cache, journal } = current()
    const { base, suggested, inUse, toBase, equityCurrencyOf } = readCurrencies(current())
    const accounts = cache.accounts.list().map(({ account }) => account)
    const equity = accounts.map((account) => ({ accountId: account.id, currency: equityCurrencyOf(account) }))
    const used = [...new Set([...inUse, ...equity.flatMap(({ currency }) => currency?.currency ?? [])])].sort()
    const others = used.filter((currency) => currency !== base)
    const found = toBase === null ? [] : others.map((currency) => ({ currency, result: toBase.rateOf(currency) }))
    return {
      base,
      suggested,
      inUse: used,
      equity,
      rates: found.flatMap(({ result }) => ('rate' in result ? [result.rate] : [])),
      notConverted: found.flatMap(({ currency, result }) => ('rate' in result ? [] : [{ currency, ...result }])),
      candidates: toBase === null ? [] : others.flatMap((currency) => toBase.candidatesOf(currency)),
      chosen: [...readChoices(journal.settings)].map(([currency, choice]) => ({ currency, ...choice })),
    }
  }

  /** Publishes the change, so that windows read their totals again, and requests the data of a new rate. */
  function announce(): void {
    events.publish('currencies.changed')
    for (const job of ['reference', 'schedules', 'quotes'] as const) current().scheduler.wake(job, 'schedule')
  }

  /** Throws `not-found` for an instrument that is not listed, `invalid` for an instrument that does not price the currency. */
  function checkRate(currency: string, symbol: string, units: number | null): void {
    const { cache } = current()
    const instrument = cache.instruments.get(symbol)
    if (instrument === null) throw new AppError('not-found', m.errors_symbol_is_not_in_the_list_of({ symbol }))
    const pair =
      instrument.type === 'CURRENCIES'
        ? readPair(instrument, cache.instrumentDetails.get(symbol)?.details ?? null)
        : null
    if (pair === null || ![pair.base, pair.quote].includes(currency))
      throw new AppError('invalid', m.errors_symbol_does_not_price_currency({ symbol, currency }))
    if (pair.state === 'other-currency')
      throw new AppError('invalid', m.errors_the_service_quotes_symbol_in_another_currency({ symbol }))
    if ((units ?? pair.units) === null)
      throw new AppError('invalid', m.errors_state_for_how_many_base_the_price({ base: pair.base, symbol }))
  }

  return {
    'currencies.read': read,
    'currencies.setBase'({ currency }) {
      keepBase(current().journal.settings, currency)
      announce()
    },
    'currencies.setRate'({ currency, symbol, units = null }) {
      if (symbol !== null) checkRate(currency, symbol, units)
      keepChoice(current().journal.settings, currency, symbol === null ? null : { symbol, units })
      announce()
    },
  }
}
