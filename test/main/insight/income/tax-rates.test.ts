import { expect, it } from 'vitest'
import { isUsualTax } from '#main/insight/income/tax-rates.ts'
import { units } from './income-rig.ts'

it.each([
  ['1.95', '15', true],
  ['1.9', '15', false],
  ['0.2', '1.54', true],
  ['130', '998.4', true],
  ['132', '998.4', false],
  ['130.4', '998.4', false],
  ['0', '15', false],
  ['1.95', '-15', false],
])('a tax of %s is a usual percentage of %s: %s', (tax, paid, isUsual) => {
  expect(isUsualTax(units(tax), units(paid))).toBe(isUsual)
})
