import { expect, test } from 'vitest'
import { nearestOf } from '#main/cli/command/nearest.ts'
import { allCommands } from '#main/cli/commands/all-commands.ts'

const commands = allCommands.map(({ name }) => name)

test.each([
  ['positons', 'positions', 'a letter is missing'],
  ['possitions', 'positions', 'a letter is added'],
  ['pasitions', 'positions', 'a letter is changed'],
  ['poistions', 'positions', 'two letters are exchanged'],
  ['Quotes', 'quotes', 'a letter is large'],
  ['trans', 'transactions', 'only the beginning is typed'],
])('%s probably means %s: %s', (typed, expected) => {
  expect(nearestOf(typed, commands)).toBe(expected)
})

test.each(['sell', 'x', '', 'e', 'portfolio-value-of-today'])('nothing is similar to "%s"', (typed) => {
  expect(nearestOf(typed, commands)).toBeNull()
})

test('a prefix that several words share matches none of them', () => {
  expect(nearestOf('securities', ['securities-transfer-in', 'securities-transfer-out'])).toBeNull()
})
