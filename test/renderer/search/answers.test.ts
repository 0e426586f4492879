import { expect, test } from 'vitest'
import { marginSettingsOf } from '../../../src/renderer/navigation/margin-address.ts'
import { viewSettingsOf } from '../../../src/renderer/navigation/transactions-address.ts'
import { listAnswers } from '../../../src/renderer/search/answers.ts'
import { findCommands } from '../../../src/renderer/search/find-commands.ts'

const commands = listAnswers().map(({ title, words, hash }) => ({
  ...{ title, words, keys: '' },
  action: { kind: 'address', hash } as const,
}))
const find = (text: string) => findCommands(commands, text)

test('what was paid in a year is named as a person asks for it', () => {
  expect(find('commissions last year').named.map(({ title }) => title)).toEqual(['Commissions last year'])
  expect(find('fees last year').matching.map(({ title }) => title)).toEqual(['Commissions last year'])
  expect(find('tax this year').named.map(({ title }) => title)).toEqual(['Taxes this year'])
})

test('it opens the transactions of these kinds and this period', () => {
  const [command] = find('dividends last year').named
  const { action } = command!
  expect(action.kind === 'address' && viewSettingsOf(action.hash).filter.conditions).toEqual([
    { field: 'kind', values: ['dividend', 'coupon'], isNot: false },
    { field: 'period', from: null, to: null, preset: 'last-year', isNot: false },
  ])
})

test('a supposed fall opens the margin screen with that move', () => {
  const [command] = find('what if bonds lose').matching
  const { action } = command!
  expect(action.kind === 'address' && marginSettingsOf(action.hash).shocks).toEqual([
    { by: 'type', key: 'BONDS', percent: '-10' },
  ])
})

test.each([
  ['what if rouble bonds lose 10 %', 'RUB'],
  ['bonds in usd fall', 'USD'],
])('“%s” moves the bonds of one currency alone', (text, currency) => {
  const { named, matching } = find(text)
  const [first] = [...named, ...matching]
  expect(first?.action.kind === 'address' && marginSettingsOf(first.action.hash).shocks).toEqual([
    { by: 'type', key: 'BONDS', currency, percent: '-10' },
  ])
})
