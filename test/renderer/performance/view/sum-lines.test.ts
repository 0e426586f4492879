import { expect, test } from 'vitest'
import { checkSum, profitOf, sumLines, type SumFigures } from '#renderer/performance/view/sum-lines.ts'
import { dec } from '../../fixtures/data.ts'

const figures: SumFigures = {
  begin: dec('1000.10'),
  end: dec('1500.005'),
  netDeposits: dec('300'),
  realized: dec('-20.5'),
  unrealized: dec('210.405'),
  income: dec('31'),
  fees: dec('14'),
  taxes: dec('7'),
  remainder: dec('0'),
}

test('the lines add up to the value at the end, fees and taxes as losses', () => {
  const lines = sumLines(figures)
  expect(lines.map(({ key, value }) => [key, value])).toEqual(
    [
      ['begin', '1000.1'],
      ['netDeposits', '300'],
      ['realized', '-20.5'],
      ['unrealized', '210.405'],
      ['income', '31'],
      ['fees', '-14'],
      ['taxes', '-7'],
      ['end', '1500.005'],
    ].map(([key, value]) => [key, key === 'begin' ? figures.begin : value]),
  )
  expect(checkSum(lines)).toBe('adds-up')
})

test('a remainder has its own line, and without it the sum differs', () => {
  const off = { ...figures, end: dec('1500.006'), remainder: dec('0.001') }
  expect(sumLines(off).map(({ key }) => key)).toContain('remainder')
  expect(checkSum(sumLines(off))).toBe('adds-up')
  expect(checkSum(sumLines({ ...off, remainder: dec('0') }))).toBe('differs')
})

test('an unknown part makes the sum unknown and keeps its line', () => {
  const unknown = { ...figures, unrealized: null, remainder: null, end: null }
  const lines = sumLines(unknown)
  expect(checkSum(lines)).toBe('unknown')
  expect(lines.find(({ key }) => key === 'remainder')?.value).toBeNull()
})

test('the profit is the change of value without deposits', () => {
  expect(profitOf(figures)).toBe('199.905')
  expect(profitOf({ ...figures, begin: null })).toBeNull()
})
