import { expect, test } from 'vitest'
import type { BondEvent } from '#shared/model/instrument.ts'
import { d, makeAccount, makeDetails, makePosition } from '../../insight/make.ts'
import { startHandlers } from '../rig.ts'

const symbol = 'B@MISX'
const bond = makeDetails({ symbol, type: 'BONDS', expirationDate: null, faceValue: d('1000'), faceCurrency: 'RUB' })

/** A held bond without a maturity, and a share. */
function start() {
  const started = startHandlers()
  const { cache, clock, client } = started
  const positions = [symbol, 'S@MISX'].map((each) => makePosition({ symbol: each }))
  cache.accounts.replaceAccount(makeAccount({ positions }), clock.now())
  cache.instrumentDetails.put(bond, clock.now())
  cache.instrumentDetails.put(makeDetails({ symbol: 'S@MISX', type: 'EQUITIES' }), clock.now())
  const setMaturity = (maturesOn: string | null, of = symbol) =>
    client.call('instruments.setMaturity', { symbol: of, maturesOn })
  const read = async () => {
    const [row] = await client.call('positions.list', { accountId: null })
    const [figures] = await client.call('bonds.list', { accountId: null, symbol: null })
    const { maturity, typedMaturity } = await client.call('instruments.read', { symbol, accountId: null })
    return {
      position: [row?.expiresOn, row?.expirySource],
      figures: [figures?.maturesOn, figures?.maturitySource],
      ...{ maturity, typedMaturity },
    }
  }
  return { ...started, setMaturity, read }
}

test('a typed maturity reaches positions, figures of the bond and its screen, and can be removed', async () => {
  const { setMaturity, read, topics } = start()
  const nothing = { position: [null, null], figures: [null, null], maturity: null, typedMaturity: null }
  expect(await read()).toEqual(nothing)
  await setMaturity('2033-05-17')
  expect(topics).toContain('events.changed')
  expect(await read()).toEqual({
    ...{ position: ['2033-05-17', 'typed'], figures: ['2033-05-17', 'typed'] },
    ...{ maturity: { on: '2033-05-17', source: 'typed' }, typedMaturity: '2033-05-17' },
  })
  await setMaturity(null)
  expect(await read()).toEqual(nothing)
})

test('a typed maturity is kept but not used while the service sends one, or after the last repayment', async () => {
  const { setMaturity, read, cache, clock } = start()
  await setMaturity('2033-05-17')
  const repaid: BondEvent = {
    ...{ date: '2030-01-01', type: 'AMORTIZATION', value: d('1000'), currency: 'RUB', coupon: null, offer: null },
    amortization: { initialFaceValue: null, newFaceValue: d('0'), percent: null },
  }
  cache.corporateEvents.replaceBondEvents(symbol, [repaid], clock.now())
  expect(await read()).toEqual({
    ...{ position: ['2030-01-01', 'repaid'], figures: ['2030-01-01', 'repaid'] },
    ...{ maturity: { on: '2030-01-01', source: 'repaid' }, typedMaturity: '2033-05-17' },
  })
  cache.instrumentDetails.put({ ...bond, expirationDate: '2034-01-01' }, clock.now())
  expect(await read()).toEqual({
    ...{ position: ['2034-01-01', 'served'], figures: ['2034-01-01', 'served'] },
    ...{ maturity: { on: '2034-01-01', source: 'served' }, typedMaturity: '2033-05-17' },
  })
})

test('a text that is no date from 1970 to 2199, and a share, are refused, and nothing changes', async () => {
  const { setMaturity, journal, topics } = start()
  await setMaturity('2199-12-31')
  topics.length = 0
  for (const text of ['soon', '2033-02-30', '2033-05', '17.05.2033', '1969-12-31', '2200-01-01', ''])
    await expect(setMaturity(text)).rejects.toMatchObject({
      ...{
        code: 'invalid',
        message: `“${text}” is not a date from 1970 to 2199: write it in full, such as 2033-05-17.`,
      },
    })
  await expect(setMaturity('2033-05-17', 'S@MISX')).rejects.toMatchObject({
    ...{ code: 'invalid', message: 'S@MISX is not a bond, so it has no maturity.' },
  })
  expect(journal.bondTerms.list()).toMatchObject([{ symbol, maturesOn: '2199-12-31' }])
  expect(topics).toEqual([])
})

test('a maturity of an instrument whose type is not known yet is accepted', async () => {
  const { setMaturity, journal } = start()
  await setMaturity('1970-01-01', 'NEW@MISX')
  expect(journal.bondTerms.maturityOf('NEW@MISX')).toBe('1970-01-01')
})
