import type { DemoBroker } from '#main/demo/server.ts'
import {
  delayedSymbol,
  belowSymbol,
  fallingSymbol,
  heldSymbol,
  prices,
  risingSymbol,
  times,
  highSymbol,
  lowSymbol,
  aboveSymbol,
} from './market-cases.ts'
import { accountId } from './rig.ts'

const cashAboveLevels = '1000000000'

/** Sets all inputs so that no rule on a level holds. */
export function leaveAllLevels({ market, accounts }: DemoBroker): void {
  for (const [symbol, price] of prices) market.setPrice(symbol, price)
  market.setPrice(highSymbol, times(highSymbol, '0.7'))
  market.setPrice(lowSymbol, times(lowSymbol, '1.3'))
  accounts.setCash(accountId, 'RUB', cashAboveLevels)
}

/** Sets all inputs so that every rule on a level holds. */
export function reachAllLevels({ market, accounts }: DemoBroker): void {
  for (const symbol of [aboveSymbol, risingSymbol, highSymbol, delayedSymbol])
    market.setPrice(symbol, times(symbol, '1.5'))
  for (const symbol of [belowSymbol, fallingSymbol, lowSymbol]) market.setPrice(symbol, times(symbol, '0.5'))
  market.setPrice(heldSymbol, times(heldSymbol, '50'))
  accounts.setCash(accountId, 'RUB', '1')
}
