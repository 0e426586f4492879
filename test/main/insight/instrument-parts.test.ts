import { expect, test } from 'vitest'
import { partsOfAnyType, partsOfType } from '#main/insight/instrument-parts.ts'
import { InstrumentPart } from '#shared/model/instrument-view.ts'

const types = ['EQUITIES', 'BONDS', 'FUTURES', 'FUNDS', 'SPREADS', 'CURRENCIES', 'OPTIONS', 'SWAPS', 'INDICES', 'OTHER']

test.each(types)(
  'an instrument of type %s has the common parts, each part once, in the order of the screen',
  (type) => {
    const parts = partsOfType(type)
    expect(parts).toEqual(InstrumentPart.options.filter((part) => parts.includes(part)))
    for (const part of partsOfAnyType) expect(parts).toContain(part)
  },
)

test('each type has its own parts: bonds have bond events, an index has constituents and no order book', () => {
  expect(partsOfType('BONDS')).toContain('bond-events')
  expect(partsOfType('BONDS')).not.toContain('dividends')
  expect(partsOfType('INDICES')).toEqual(['details', 'schedule', 'constituents'])
  expect(partsOfType('OPTIONS')).not.toContain('options')
  expect(partsOfType('FUTURES')).toContain('options')
})

test.each([null, '', 'OTHER', 'TOKENS', 'constructor'])(
  'an instrument of the unknown type %s may have any part',
  (type) => {
    expect(partsOfType(type)).toEqual(InstrumentPart.options)
  },
)
