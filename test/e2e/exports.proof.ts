import { expect, test } from 'vitest'
import { exportAll } from './rig/transaction-dialogs.ts'
import { useTransactions } from './rig/transactions-page.ts'

const { open } = useTransactions()

test.each([
  ['xlsx', /^PK/],
  ['parquet', /^PAR1[^]*PAR1$/],
])('everything is exported in the format %s', async (format, start) => {
  const { page } = await open()
  expect(await exportAll(page, format)).toMatch(start)
})
