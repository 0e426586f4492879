import { expect, it } from 'vitest'
import { LedgerRows } from '#main/cache/ledger/ledger-rows.ts'
import { accountId, makeTrade, openLedgerRig } from '../../ledger/rig.ts'
import { collectPlans } from '../../sqlite/query-plans.ts'
import { openTestCache } from '../open-cache.ts'

it('rows of an instrument and of an amount are found by an index', () => {
  const db = openTestCache()
  const plans = collectPlans(db, () => new LedgerRows(db))
  const planOf = (part: string): string => plans.find(({ sql }) => sql.includes(part))?.plan ?? ''
  expect(planOf('INDEXED BY transaction_by_dimension')).toMatch(/SEARCH account_transaction USING COVERING INDEX/)
  expect(planOf('INDEXED BY transaction_by_units')).toMatch(/transaction_by_units \(<expr>=\? AND units=\?\)/)
  expect(planOf('key IN (SELECT value')).toMatch(/SEARCH account_transaction USING INTEGER PRIMARY KEY/)
})

it('an amount is found by its sign and fraction, even if a float cannot represent it', async () => {
  const rig = openLedgerRig()
  const amounts = ['-0.5', '0.5', '-9223372036854775807.25', '12']
  await rig.write(amounts.map((amount, index) => makeTrade(String(index), index * 1e10, 'A@X', '1', amount)))
  const rows = new LedgerRows(rig.db)
  const idsOf = (units: bigint, nanos: number) => rows.withMoney(1, units, nanos).map(([, , id]) => id)
  expect([idsOf(0n, -500_000_000), idsOf(-9223372036854775807n, -250_000_000), idsOf(12n, 0), idsOf(13n, 0)]).toEqual([
    ['0'],
    ['2'],
    ['3'],
    [],
  ])
  expect(rig.cache.transactions.count(accountId)).toBe(4)
})
