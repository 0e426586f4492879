import { expect, test } from 'vitest'
import { dec } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { daysAgo } from '../ledger/offline-profile.ts'
import { runInProcess } from './run-in-process.ts'
import { history, openStored } from './stored-profile.ts'

test('the performance in the base currency says which currencies it leaves out, beside the data and not in it', async () => {
  const dollars = { currency: 'USD', amount: dec('100') }
  const deposit = makeTransaction('usd', daysAgo(50), { category: 'DEPOSIT', name: 'Пополнение', change: dollars })
  const { dataDir, client } = await openStored([...history, deposit])
  const leftOut = /in the base currency is without USD: there is no rate/
  const run = () => runInProcess(['performance', '--format', 'csv', '--data-dir', dataDir])
  expect(await run()).toMatchObject({ code: 0, errors: expect.not.stringMatching(leftOut) })
  await client.call('currencies.setBase', { currency: 'RUB' })
  const { code, output, errors } = await run()
  expect(code).toBe(0)
  expect(errors).toMatch(leftOut)
  expect(output).toContain('base,RUB')
  expect(output).not.toContain('without')
})
