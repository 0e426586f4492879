import { expect, test } from 'vitest'
import { plainCauseText } from '#shared/text/figures/cause-text.ts'
import { dec } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { accountId, daysAgo, now, openWith, symbol } from './offline-profile.ts'
import { makeTrade } from './rig.ts'

const deposit = makeTransaction('1', daysAgo(90), {
  category: 'DEPOSIT',
  name: 'Ввод денежных средств',
  change: { currency: 'RUB', amount: dec('1000') },
})
const bought = makeTrade('2', daysAgo(80), symbol, '10', '-100.5')
const sold = makeTrade('3', daysAgo(70), symbol, '-4', '60')

const causesOf = async ({ client }: Awaited<ReturnType<typeof openWith>>) => {
  const [account] = await client.call('reconciliation.read', { accountId })
  return [...(account?.positions ?? []), ...(account?.cash ?? [])].map(({ difference, causes }) => [
    difference,
    causes[0]?.kind,
  ])
}

test('a withdrawn sale that the account still counts is the cause of both differences, until it is sent again', async () => {
  const opened = await openWith([deposit, bought])
  const { journal } = opened.profile
  expect((await causesOf(opened)).map(([, kind]) => kind)).toEqual(['missing-row', 'missing-row'])
  journal.withdrawn.put([{ accountId, transaction: sold, since: now - 1000 }])
  expect(await causesOf(opened)).toEqual([
    ['-4', 'withdrawn-row'],
    ['60', 'withdrawn-row'],
  ])
  const [account] = await opened.client.call('reconciliation.read', { accountId })
  expect(plainCauseText(account?.cash[0]?.causes[0]?.reasons ?? [])).toMatch(
    /^The service still counts a transaction that it no longer sends: the sale of 4 SBER@MISX for 60 RUB on /,
  )
  journal.withdrawn.noteReturned(accountId, [sold], now)
  expect((await causesOf(opened)).map(([, kind]) => kind)).toEqual(['missing-row', 'missing-row'])
})

test('withdrawn rows of another account, and later than the statement, explain nothing', async () => {
  const opened = await openWith([deposit, bought])
  const since = now - 1000
  opened.profile.journal.withdrawn.put([
    { accountId: '1900002', transaction: sold, since },
    { accountId, transaction: { ...sold, at: now + 1 }, since },
  ])
  expect((await causesOf(opened)).map(([, kind]) => kind)).toEqual(['missing-row', 'missing-row'])
})

test('they are listed with the kind that they have alone, and the name of their instrument', async () => {
  const { profile, client } = await openWith([deposit, bought])
  profile.journal.withdrawn.put([{ accountId, transaction: sold, since: 5 }])
  expect(await client.call('transactions.withdrawn')).toEqual([
    {
      ...{ accountId, transaction: sold, since: 5, kind: 'sell', kindRule: 'trade' },
      ...{ instrumentName: null, instrumentType: null },
    },
  ])
})
