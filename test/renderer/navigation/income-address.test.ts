import { expect, test } from 'vitest'
import { incomeHash, incomeSelectionIn } from '#renderer/navigation/income-address.ts'

test('a selection of income is written into the address and read from it', () => {
  for (const selection of ['endings-this-week', 'overdue'] as const)
    expect(incomeSelectionIn(incomeHash(selection))).toBe(selection)
  expect(incomeHash('overdue')).toBe('#/income?state=overdue')
})

test('other addresses select nothing', () => {
  for (const hash of ['#/income', '#/income?state=nonsense', '#/income?kind=endings', '#/orders?state=overdue'])
    expect(incomeSelectionIn(hash)).toBeNull()
})
