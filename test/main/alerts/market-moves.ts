import type { DemoBroker } from '../../../src/main/demo/server.ts'
import { delayed, down, falling, held, prices, rising, times, toHigh, toLow, up } from './market-cases.ts'
import { accountId } from './rig.ts'

const calmCash = '1000000000'

/** Sets all inputs so that no rule on a level holds. */
export function calmMarket({ market, accounts }: DemoBroker): void {
  for (const [symbol, price] of prices) market.setPrice(symbol, price)
  market.setPrice(toHigh, times(toHigh, '0.7'))
  market.setPrice(toLow, times(toLow, '1.3'))
  accounts.setCash(accountId, 'RUB', calmCash)
}

/** Sets all inputs so that every rule on a level holds. */
export function moveMarket({ market, accounts }: DemoBroker): void {
  for (const symbol of [up, rising, toHigh, delayed]) market.setPrice(symbol, times(symbol, '1.5'))
  for (const symbol of [down, falling, toLow]) market.setPrice(symbol, times(symbol, '0.5'))
  market.setPrice(held, times(held, '50'))
  accounts.setCash(accountId, 'RUB', '1')
}
