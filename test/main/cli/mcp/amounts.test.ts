import { expect, test } from 'vitest'
import { z } from 'zod'
import { shownValue } from '#main/cli/mcp/answer/shown-answer.ts'
import { allTools } from '#main/cli/mcp/tools/all-tools.ts'
import { AccountSummary } from '#shared/model/portfolio.ts'
import { Decimal } from '#shared/model/values.ts'
import { useAssistant } from './open-assistant.ts'

const allow = useAssistant()

const requiredArguments = (name: string) => (name === 'past_day' ? { date: '2026-01-15' } : {})

/** Exact amounts of the test profile. */
const knownAmounts = /959\.5|1000|100\.5|"600"|"6"|"10"/

test('rounded amounts have two significant digits, and prices stay as they are', async () => {
  const { callTool } = await allow({ isOn: true, amounts: 'rounded' })
  expect(await callTool('accounts')).toMatchObject({
    amounts: 'rounded',
    rows: [{ cash: [{ amount: '960', currency: 'RUB' }] }],
  })
  expect((await callTool('positions'))['rows']).toMatchObject([{ value: '600', quantity: '6' }])
  expect((await callTool('quotes'))['rows']).toMatchObject([{ quote: { last: '11.05', close: '10' } }])
})

test('no answer contains hidden amounts, and unknown values stay null', async () => {
  const { callTool } = await allow({ isOn: true, amounts: 'hidden' })
  for (const { name } of allTools) {
    const answer = JSON.stringify(await callTool(name, requiredArguments(name)))
    const amounts = answer.replaceAll(
      /"(close|bid|ask|last|open|high|low|volume|change|[a-zA-Z]*Price|price)":"[^"]*"/g,
      '',
    )
    if (!['orders', 'quotes', 'health'].includes(name))
      expect([name, knownAmounts.exec(amounts)?.[0]]).toEqual([name, undefined])
  }
  expect((await callTool('transactions'))['rows']).toMatchObject([
    {
      transaction: {
        change: { amount: 'hidden' },
        changeQuantity: 'hidden',
        trade: { size: 'hidden', price: '10.05' },
      },
    },
    {},
    { transaction: { change: { amount: 'hidden' }, changeQuantity: null, trade: null } },
  ])
  expect((await callTool('events'))['rows']).toMatchObject([{ amount: '1.25' }])
})

test('amounts that are not shown cannot be found by a filter either', async () => {
  for (const amounts of ['rounded', 'hidden'] as const) {
    const { callTool } = await allow({ isOn: true, amounts })
    await expect(callTool('transactions', { min: '900' })).rejects.toThrow('a filter by amount is not answered')
    await expect(callTool('totals', { not_max: '900' })).rejects.toThrow('a filter by amount is not answered')
  }
})

test('figures that privacy mode hides on screen are hidden from assistants too', async () => {
  const { callTool, client } = await allow({ isOn: true, amounts: 'shown' })
  await client.call('settings.write', { hideAmounts: true })
  expect(await callTool('positions')).toMatchObject({
    amounts: 'hidden',
    rows: [{ value: 'hidden', weight: expect.closeTo(0.3847, 4) }],
  })
})

test('a value with an unknown kind of schema is refused', () => {
  const schema = z.object({ byMonth: z.record(z.string(), Decimal) })
  const value = { byMonth: { '2026-01': '959.5' } }
  expect(() => shownValue(schema, value, { amounts: 'hidden', publicPaths: [] })).toThrow('cannot be shown')
})

test('a decimal that is not declared public is an amount', () => {
  const account = {
    id: '1',
    equity: '1234.5',
    margin: { available: '-987654', initial: null, maintenance: '0', distance: '1' },
  }
  const show = (amounts: 'rounded' | 'hidden') =>
    shownValue(AccountSummary.partial(), account, { amounts, publicPaths: [] })
  expect(show('hidden')).toMatchObject({ id: '1', equity: 'hidden', margin: { available: 'hidden', initial: null } })
  expect(show('rounded')).toMatchObject({ equity: '1200', margin: { available: '-990000', maintenance: '0' } })
})
