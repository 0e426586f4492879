import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { createInstruments } from '#main/cache/instruments/instruments.ts'
import { migrations } from '#main/cache/schema/migrations.ts'
import type { Instrument } from '#shared/model/instrument.ts'
import { makeInstruments } from '../../../../fakes/instrument-set.ts'
import { runs } from '../../../../runs.ts'
import { openMigrated } from '../../../sqlite/open-migrated.ts'
import { openTestCache } from '../../open-cache.ts'
import { storeInstruments } from '../store-instruments.ts'

type Instruments = ReturnType<typeof createInstruments>
let instruments: Instruments

/** Names with letters whose keys type punctuation marks on a Latin keyboard. */
const withMarkKeys = [
  ['HELP', 'Хелпер'],
  ['ZHIN', 'Жинный завод'],
  ['ELUN', 'Элюнайф'],
  ['OBEKT', 'Сообъект'],
] as const
const withName = ([ticker, name]: (typeof withMarkKeys)[number]): Instrument => ({
  ...{ symbol: `${ticker}@MISX`, id: ticker, ticker, mic: 'MISX', isin: '', type: 'EQUITIES', name, isArchived: false },
})

/** The known instruments among a few thousand generated ones. */
beforeAll(async () => {
  const db = openMigrated(migrations)
  instruments = createInstruments(db)
  await storeInstruments(instruments, [...makeInstruments(4_000), ...withMarkKeys.map(withName)])
  return () => void db.close()
})

const find = async (text: string, options: { held?: string[]; watched?: string[]; limit?: number } = {}) => {
  const { held = [], watched = [], limit = 20 } = options
  return (await instruments.search({ text, limit, held, watched })).map(({ symbol }) => symbol)
}

test.each([
  ['an exact ticker', 'sber', 'SBER@MISX'],
  ['a ticker of one letter', 'f', 'F@XNYS'],
  ['a ticker with a dot, typed without it', 'brkb', 'BRK.B@XNYS'],
  ['a ticker with a dot', 'brk.b', 'BRK.B@XNYS'],
  ['a ticker with a slash, typed with a space', 'bf b', 'BF/B@XNYS'],
  ['a ticker with a space', 'VOLV B', 'VOLV B@XSTO'],
  ['a ticker with a percent sign', 'rtx%', 'RTX%@Odd_'],
  ['a ticker with an at sign', 'a@b', 'A@B@XXXX'],
  ['a ticker of signs alone', '%', '%@#index'],
  ['a whole symbol', 'AAPL@XNGS', 'AAPL@XNGS'],
  ['a symbol with an odd mic', 'aapl@_spbx', 'AAPL@_SPBX'],
  ['a mic with a hash', 'aapl@#aapl', 'AAPL@#AAPl'],
  ['ticker and mic as two words', 'xngs msft', 'MSFT@XNGS'],
  ['an ISIN', 'us67066g1040', 'NVDA@XNGS'],
  ['the beginning of an ISIN', 'US08467', 'BRK.B@XNYS'],
  ['an instrument without a name', 'noname', 'NONAME@XXXX'],
  ['name and type', 'sber bond', 'RU000A103WV8@MISX'],
  ['type and name', 'etf sber', 'SBMX@MISX'],
  ['a Russian word for the type', 'облигация сбер', 'RU000A103WV8@MISX'],
  ['Latin letters for a Cyrillic name', 'gazprom', 'GAZP@MISX'],
  ['Cyrillic letters', 'газпром', 'GAZP@MISX'],
  ['Cyrillic letters for a Latin ticker', 'сбер', 'SBER@MISX'],
  ['Latin letters that sound alike', 'yandeks', 'YDEX@MISX'],
  ['Latin letters of its own spelling', 'yandex', 'YDEX@MISX'],
  ['words in any order', 'neft gazprom', 'SIBN@MISX'],
  ['a name without its accents', 'nestle', 'NESN@XSWX'],
  ['Cyrillic for a name in Latin letters', 'лукойл', 'LKOH@MISX'],
  ['i for y', 'lukoil', 'LKOH@MISX'],
  ['two letters swapped', 'gazprmo', 'GAZP@MISX'],
  ['a letter left out', 'mirosoft', 'MSFT@XNGS'],
  ['an extra letter', 'microssoft', 'MSFT@XNGS'],
  ['two words with a typo in each', 'berkshre hatawey', 'BRK.B@XNYS'],
  ['a typo in a ticker', 'appl', 'AAPL@XNGS'],
  ['Cyrillic with a typo', 'сбербнак', 'SBER@MISX'],
  ['the beginning of a name, with a typo', 'mircoso', 'MSFT@XNGS'],
  ['the middle of a word', 'бербанк', 'SBER@MISX'],
  ['one word typed as two', 'gaz prom', 'GAZP@MISX'],
  ['Latin keys on a Cyrillic keyboard', 'ыиук', 'SBER@MISX'],
  ['Cyrillic keys on a Latin keyboard', 'ufpghjv', 'GAZP@MISX'],
  ['the key of б on a Latin keyboard', 'c,th', 'SBER@MISX'],
  ['the key of б in a name', 'c,th,fyr', 'SBER@MISX'],
  ['the key of Б with Shift', 'C<TH<FYR', 'SBER@MISX'],
  ['the key of х on a Latin keyboard', '[tkgth', 'HELP@MISX'],
  ['the key of ж, which is zh in Latin letters', ';byysq', 'ZHIN@MISX'],
  ['the keys of э and ю', "'k.yfqa", 'ELUN@MISX'],
  ['the key of ъ', 'cjj,]trn', 'OBEKT@MISX'],
])('%s is found first: %s', async (_, text, first) => {
  expect((await find(text))[0]).toBe(first)
})

test('a traded instrument is ranked above an archived one with the same ticker, and an exact ticker above longer ones', async () => {
  expect((await find('gazp')).slice(0, 2)).toEqual(['GAZP@MISX', 'GAZP@RTSX'])
  const all = await find('aapl')
  expect(all.slice(0, 4)).toEqual(['AAPL@XNGS', 'AAPL@_SPBX', 'AAPL@#AAPl', 'AAPL@XHKF'])
  const found = await find('sber')
  expect(found.indexOf('SBER@MISX')).toBeLessThan(found.indexOf('SBERP@MISX'))
})

test('held and watched instruments are ranked above similar ones', async () => {
  expect((await find('aapl', { watched: ['AAPL@_SPBX'] }))[0]).toBe('AAPL@_SPBX')
  expect((await find('s'))[0]).not.toBe('SBERP@MISX')
  expect((await find('s', { held: ['SBERP@MISX'], watched: ['SIBN@MISX'] })).slice(0, 2)).toEqual([
    'SBERP@MISX',
    'SIBN@MISX',
  ])
  const [first] = await instruments.search({ text: 'газпром', limit: 1, held: ['SIBN@MISX'], watched: ['SIBN@MISX'] })
  expect(first).toMatchObject({ symbol: 'SIBN@MISX', isHeld: true, isInWatchlist: true, isGone: false })
})

test('a query of one or two letters matches tickers and names, not markets or types', async () => {
  const found = await instruments.search({ text: 'x', limit: 50, held: ['AAPL@XNGS'], watched: [] })
  expect(found.map(({ symbol }) => symbol)).not.toContain('AAPL@XNGS')
  expect((await find('aapl x'))[0]).toBe('AAPL@XNGS')
  expect((await find('акц')).length).toBe(20)
})

test('an empty query, unknown words and punctuation find nothing', async () => {
  expect(await find('')).toEqual([])
  expect(await find('   ')).toEqual([])
  expect(await find('qqqzzzxxxvvv')).toEqual([])
  expect(await find('"')).toEqual([])
  expect(await find('() : *')).toEqual([])
})

test('a renamed instrument is found only by its new name, and a removed one is last and marked as removed', async () => {
  const changing = createInstruments(openTestCache())
  const [first, second] = [...makeInstruments(2)] as [Instrument, Instrument]
  const find = async (text: string) => changing.search({ text, limit: 9, held: [], watched: [] })
  await storeInstruments(changing, [first, second])
  await storeInstruments(changing, [{ ...first, name: 'Renamed' }])
  expect((await find('renamed')).map(({ symbol }) => symbol)).toEqual([first.symbol])
  expect((await find('сбербанк')).map(({ symbol }) => symbol)).toEqual([second.symbol])
  changing.download.begin(1)
  await storeInstruments(changing, [second])
  expect(await changing.endDownload(2, true)).toBe(1)
  expect((await find('sber')).map(({ symbol, isGone }) => [symbol, isGone])).toEqual([
    [second.symbol, false],
    [first.symbol, true],
  ])
})

test('any text gives results within the limit and without duplicates', async () => {
  const syntax = fc.constantFrom(
    '"',
    "'",
    '*',
    '(',
    ')',
    ':',
    '^',
    '-',
    '+',
    'AND',
    'OR',
    'NOT',
    'NEAR',
    '{',
    '}',
    '@',
    '#',
    '%',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc
      .array(fc.oneof(syntax, fc.constantFrom('sber', 'газ', 'a', 'bond', '7', ' ')), { maxLength: 12 })
      .map((parts) => parts.join('')),
    fc.constantFrom('\0', 'a\0b', '\ud800', 'x'.repeat(200), 'ъъъ', 'ь', '\u0301', 'İstanbul', 'ﬁnance'),
  )
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 100 }), async (typed, limit) => {
      const found = await find(typed, { limit, held: ['SBER@MISX'], watched: ['NOWHERE@XXXX'] })
      expect(found.length).toBeLessThanOrEqual(limit)
      expect(new Set(found).size).toBe(found.length)
    }),
    { numRuns: runs(300) },
  )
})

test('every instrument is found by its symbol and by its ISIN', async () => {
  const all = [...makeInstruments(4_000)]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...all), async ({ symbol, isin }) => {
      const stored = instruments.get(symbol)
      expect((await find(symbol, { limit: 1 }))[0]).toBe(symbol)
      if (isin !== '' && stored?.isin === isin) expect(await find(isin, { limit: 100 })).toContain(symbol)
    }),
    { numRuns: runs(200) },
  )
})
