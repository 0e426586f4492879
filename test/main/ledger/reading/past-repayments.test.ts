import { expect, test } from 'vitest'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { makeDetails } from '../../insight/make.ts'
import { accountId } from '../rig.ts'
import { day, deposit, now, openDays, trade, valued } from './past-days-rig.ts'

test('the money of a repayment is part of the value of a bond until it is booked', async () => {
  const bought = {
    ...trade('2', day(2), 10, 1000),
    trade: { size: dec('10'), price: dec('100'), accruedInterest: dec('0') },
  }
  const repaid = makeTransaction('3', day(63), {
    ...{ category: 'INCOME', name: 'Погашение облигаций', symbol: 'AAA@XXXX', changeQuantity: dec('-10'), trade: null },
    change: { currency: 'RUB', amount: dec('10000') },
  })
  const { rig, read } = await openDays({
    [accountId]: [deposit('1', day(1), 20_000), bought, repaid].map((row) => [row, 1]),
  })
  const { instrumentDetails, corporateEvents } = rig.cache
  const bond = { symbol: 'AAA@XXXX', type: 'BONDS', quoteCurrency: 'RUB', faceValue: dec('1000') }
  instrumentDetails.put(makeDetails(bond), now)
  const event = {
    ...{
      date: new Date(day(60)).toISOString().slice(0, 10),
      type: 'AMORTIZATION',
      value: dec('1000'),
      currency: 'RUB',
    },
    ...{ coupon: null, offer: null, amortization: { newFaceValue: dec('0'), initialFaceValue: null, percent: null } },
  }
  corporateEvents.replaceBondEvents('AAA@XXXX', [event], now)
  rig.refresh()
  for (const at of [60, 61, 63, 64, 70].map(day)) {
    const [found] = valued(read([at]), [at])
    expect([at, found?.parts]).toEqual([at, [{ currency: 'RUB', amount: '20000' }]])
  }
})
