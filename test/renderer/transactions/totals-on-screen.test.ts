import { expect, test } from 'vitest'
import { sumSelection } from '#renderer/transactions/rows/selection-sums.ts'
import { requested, click, grid, mounted, press, show, until } from './transactions-screen.ts'

const line = () => mounted.find('[aria-label="Selected rows"]').textContent.replace(/\s+/g, ' ')
const rowButton = (name: string): HTMLButtonElement => {
  const found = [...mounted.target.querySelectorAll<HTMLButtonElement>('[role=dialog] td button')].find(
    (button) => button.textContent.trim() === name,
  )
  if (!found) throw new Error(`no row ${name}`)
  return found
}

test('a line outside the list shows count, sum and average of the selected rows', async () => {
  const { store } = await show()
  expect(line()).toContain('selects a row')
  await press('Home')
  await press('ArrowDown', { shiftKey: true })
  await press('ArrowDown', { shiftKey: true })
  const newest = store.find({ conditions: [], text: '' }).toReversed().slice(0, 3)
  const sums = sumSelection(newest)
  expect(line()).toContain('3 rows selected')
  expect(
    [...mounted.target.querySelectorAll('[aria-label="Selected rows"] data')].map((data) => data.getAttribute('value')),
  ).toEqual(sums.flatMap(({ sum, average, currency }) => [`${sum} ${currency}`, `${average} ${currency}`]))
  expect(grid().contains(mounted.find('[aria-label="Selected rows"]'))).toBe(false)
  await click('Clear selection')
  expect(line()).toContain('selects a row')
})

test('a click on a sum, a kind or a period limits the list to it', async () => {
  await show()
  await click('By kind')
  rowButton('Dividend').click()
  await until(() => location.hash.includes('kind=dividend'))
  await click('By month or year')
  await until(() => mounted.target.querySelector('[aria-label="Totals by month"]') !== null)
  mounted.target.querySelector<HTMLButtonElement>('[aria-label="Totals by month"] td button')!.click()
  await until(() => location.hash.includes('period='))
  expect(mounted.text()).toContain('Period is')
  const currency = mounted.target.querySelector<HTMLButtonElement>('button.sum')!
  const code = currency.title.slice(-3)
  currency.click()
  await until(() => location.hash.includes(`currency=${code}`))
})

test('the totals by year use the filter', async () => {
  location.hash = '#/transactions?kind=dividend'
  await show()
  await click('By month or year')
  await until(() => requested('transactions.periods').length > 0)
  const years = [...mounted.target.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=radio]')].at(-1)!
  years.click()
  await until(() => mounted.target.querySelector('[aria-label="Totals by year"]') !== null)
  expect(requested('transactions.periods').at(-1)).toMatchObject({
    length: 'year',
    filter: { conditions: [{ field: 'kind', values: ['dividend'] }] },
  })
})

test('the counts of the filter values apply the other conditions', async () => {
  location.hash = '#/transactions?kind=dividend&account=1900001'
  const { store, target } = await show()
  const pill = [...target.querySelectorAll<HTMLButtonElement>('.edit')].find((edit) =>
    edit.textContent.includes('Kind'),
  )
  pill!.click()
  await until(() => target.querySelector('[role=dialog] .count') !== null)
  expect(requested('transactions.counts')[0]).toMatchObject({
    field: 'kind',
    filter: { conditions: [{ field: 'account' }] },
  })
  const account = { conditions: [{ field: 'account' as const, values: ['1900001'], isNot: false }], text: '' }
  const buys = store.counts(account, 'kind').find(({ value }) => value === 'buy')!.count
  const label = [...target.querySelectorAll('[role=dialog] label')].find((item) => item.textContent.includes('Buy'))
  expect(label!.querySelector('.count')!.textContent).toBe(String(buys))
})
