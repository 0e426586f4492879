import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWatchlistText, writeWatchlistText } from '#shared/watchlist-text.ts'

const inputs = (text: string) => parseWatchlistText(text).inputs

test('names are separated by line ends, commas, semicolons and white space; they keep their order and have no duplicates', () => {
  expect(inputs(' AAPL,MSFT@XNGS\r\n\nAAPL;\tTSLA ')).toEqual(['AAPL', 'MSFT@XNGS', 'TSLA'])
  expect(inputs('\uFEFFSBER@MISX')).toEqual(['SBER@MISX'])
  expect(inputs(' \n ;, ')).toEqual([])
})

test('a mic may start with # or _; a separate # starts a comment', () => {
  expect(inputs('Si@#RTS IDX@_abC # an index, and AAPL\n# TSLA\n#TSLA')).toEqual(['Si@#RTS', 'IDX@_abC', '#TSLA'])
})

test('quoted text is one name, as in spreadsheets', () => {
  expect(inputs('"BRK B@XNYS","AAPL@XNGS"\n"say ""hi""@X" "open')).toEqual([
    'BRK B@XNYS',
    'AAPL@XNGS',
    'say "hi"@X',
    '"open',
  ])
})

test('counts, amounts and units beside names are not read as names', () => {
  expect(inputs('SBER 100\nGAZP\t1 000 шт.\n10 шт LKOH; AAPL 5 pcs $227.50\nTSLA x3 45% 1200 USD')).toEqual([
    ...['SBER', 'GAZP', 'LKOH', 'AAPL', 'TSLA'],
  ])
})

test('numbers alone and tickers with digits are read as names', () => {
  expect(inputs('0700\n9988, 700\n"388"\n3M 1COV 7203@XTKS 4')).toEqual([
    ...['0700', '9988', '700', '388', '3M', '1COV', '7203@XTKS'],
  ])
})

test('a list is written with its name and the names of its instruments', () => {
  const text = writeWatchlistText('Tech  &\nmore', [
    { symbol: 'AAPL@XNGS', name: 'Apple Inc.' },
    { symbol: 'BRK B@XNYS', name: null },
  ])
  expect(text).toBe('# Watchlist: Tech & more\nAAPL@XNGS # Apple Inc.\n"BRK B@XNYS"\n')
})

test('every list is restored from its text', () => {
  const plain = fc.string({ minLength: 1, maxLength: 30 }).map((text) => text.replace(/\p{Cc}/gu, '').trim())
  const odd = fc
    .array(fc.constantFrom('A', 'z', '@', '#', '_', ' ', ',', ';', '"', '-', 'Ж', '1'), { minLength: 1, maxLength: 12 })
    .map((characters) => characters.join('').trim())
  const symbol = fc.oneof(plain, odd).filter((text) => text !== '')
  const row = fc.record({ symbol, name: fc.option(fc.string({ maxLength: 30 })) })
  fc.assert(
    fc.property(
      fc.uniqueArray(row, { selector: ({ symbol }) => symbol }),
      fc.string({ minLength: 1, maxLength: 40 }),
      (rows, name) => {
        const parsed = parseWatchlistText(writeWatchlistText(name, rows))
        expect(parsed.inputs).toEqual(rows.map(({ symbol }) => symbol))
        expect(parsed.name ?? '').toBe(name.replace(/\s+/g, ' ').trim())
      },
    ),
    { numRuns: 300 },
  )
})
