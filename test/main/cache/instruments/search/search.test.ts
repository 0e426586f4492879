import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { migrations } from '../../../src/main/cache/migrations.ts'
import { createInstruments } from '../../../src/main/cache/instruments.ts'
import { openDatabase } from '../../../src/main/sqlite/open.ts'
import { pack } from '../../../src/main/threads/packed.ts'
import type { Instrument } from '../../../src/shared/model/instrument.ts'
import { makeInstruments } from '../../fakes/instrument-set.ts'
import { openTestCache } from './open-cache.ts'

type Instruments = ReturnType<typeof createInstruments>
let instruments: Instruments

/** Known lines among a few thousand others. */
beforeAll(async () => {
  const db = openDatabase(':memory:', migrations, { synchronous: 'NORMAL' })
  instruments = createInstruments(db)
  await instruments.upsertAll([...makeInstruments(4_000)])
  return () => void db.close()
})

const find = async (text: string, own: { held?: string[]; watched?: string[]; limit?: number } = {}) => {
  const { held = [], watched = [], limit = 20 } = own
  return (await instruments.search({ text, limit, held, watched })).map(({ symbol }) => symbol)
}

test.each([
  ['an exact ticker', 'sber', 'SBER@MISX'],
  ['a ticker of one letter', 'f', 'F@XNYS'],
  ['a ticker with a dot, typed without', 'brkb', 'BRK.B@XNYS'],
  ['a ticker with a dot', 'brk.b', 'BRK.B@XNYS'],
  ['a ticker with a slash, typed with a space', 'bf b', 'BF/B@XNYS'],
  ['a ticker with a space', 'VOLV B', 'VOLV B@XSTO'],
  ['a ticker with a percent sign', 'rtx%', 'RTX%@Odd_'],
  ['a ticker with an at sign', 'a@b', 'A@B@XXXX'],
  ['a ticker of signs alone', '%', '%@#index'],
  ['a whole symbol', 'AAPL@XNGS', 'AAPL@XNGS'],
  ['a symbol with an odd mic', 'aapl@_spbx', 'AAPL@_SPBX'],
  ['a mic with a hash', 'aapl@#aapl', 'AAPL@#AAPl'],
  ['ticker and mic apart', 'xngs msft', 'MSFT@XNGS'],
  ['an ISIN', 'us67066g1040', 'NVDA@XNGS'],
  ['the beginning of an ISIN', 'US08467', 'BRK.B@XNYS'],
  ['a line without a name', 'noname', 'NONAME@XXXX'],
  ['name and type', 'sber bond', 'RU000A103WV8@MISX'],
  ['type and name', 'etf sber', 'SBMX@MISX'],
  ['a Russian word for the type', 'облигация сбер', 'RU000A103WV8@MISX'],
  ['Latin letters for a Cyrillic name', 'gazprom', 'GAZP@MISX'],
  ['Cyrillic letters', 'газпром', 'GAZP@MISX'],
  ['Cyrillic letters for a Latin ticker', 'сбер', 'SBER@MISX'],
  ['Latin letters that sound alike', 'yandeks', 'YDEX@MISX'],
  ['Latin letters of its own spelling', 'yandex', 'YDEX@MISX'],
  ['words in any order', 'neft gazprom', 'SIBN@MISX'],
  ['accents left out', 'nestle', 'NESN@XSWX'],
  ['Cyrillic for a name in Latin letters', 'лукойл', 'LKOH@MISX'],
  ['i for y', 'lukoil', 'LKOH@MISX'],
  ['two letters swapped', 'gazprmo', 'GAZP@MISX'],
  ['a letter left out', 'mirosoft', 'MSFT@XNGS'],
  ['a letter too many', 'microssoft', 'MSFT@XNGS'],
  ['two words, a slip in each', 'berkshre hatawey', 'BRK.B@XNYS'],
  ['a slip in a ticker', 'appl', 'AAPL@XNGS'],
  ['Cyrillic with a slip', 'сбербнак', 'SBER@MISX'],
  ['a name half typed, with a slip', 'mircoso', 'MSFT@XNGS'],
  ['the middle of a word', 'бербанк', 'SBER@MISX'],
  ['one word typed as two', 'gaz prom', 'GAZP@MISX'],
  ['Latin keys on a Cyrillic keyboard', 'ыиук', 'SBER@MISX'],
  ['Cyrillic keys on a Latin keyboard', 'ufpghjv', 'GAZP@MISX'],
])('%s is found first: %s', async (_, text, first) => {
  expect((await find(text))[0]).toBe(first)
})

test('what trades comes before its archived twin, and an exact ticker before those that begin with it', async () => {
  expect((await find('gazp')).slice(0, 2)).toEqual(['GAZP@MISX', 'GAZP@RTSX'])
  const all = await find('aapl')
  expect(all.slice(0, 4)).toEqual(['AAPL@XNGS', 'AAPL@_SPBX', 'AAPL@#AAPl', 'AAPL@XHKF'])
  const found = await find('sber')
  expect(found.indexOf('SBER@MISX')).toBeLessThan(found.indexOf('SBERP@MISX'))
})

test('what is held or watched comes before its like', async () => {
  expect((await find('aapl', { watched: ['AAPL@_SPBX'] }))[0]).toBe('AAPL@_SPBX')
  expect((await find('s'))[0]).not.toBe('SBERP@MISX')
  expect((await find('s', { held: ['SBERP@MISX'], watched: ['SIBN@MISX'] })).slice(0, 2)).toEqual([
    'SBERP@MISX',
    'SIBN@MISX',
  ])
  const [first] = await instruments.search({ text: 'газпром', limit: 1, held: ['SIBN@MISX'], watched: ['SIBN@MISX'] })
  expect(first).toMatchObject({ symbol: 'SIBN@MISX', isHeld: true, isWatched: true, isGone: false })
})

test('a letter or two are of tickers and names, not of a market or a type', async () => {
  const found = await instruments.search({ text: 'x', limit: 50, held: ['AAPL@XNGS'], watched: [] })
  expect(found.map(({ symbol }) => symbol)).not.toContain('AAPL@XNGS')
  expect((await find('aapl x'))[0]).toBe('AAPL@XNGS')
  expect((await find('акц')).length).toBe(20)
})

test('nothing is found of nothing, of what is nowhere, and of signs alone', async () => {
  expect(await find('')).toEqual([])
  expect(await find('   ')).toEqual([])
  expect(await find('qqqzzzxxxvvv')).toEqual([])
  expect(await find('"')).toEqual([])
  expect(await find('() : *')).toEqual([])
})

test('a name that changed is found by its new words alone, and a vanished one last and marked', async () => {
  const own = createInstruments(openTestCache())
  const [first, second] = [...makeInstruments(2)] as [Instrument, Instrument]
  const find = async (text: string) => own.search({ text, limit: 9, held: [], watched: [] })
  const page = { malformedCount: 0, nextCursor: null }
  await own.storePage({ ...page, content: pack([first, second]) })
  await own.storePage({ ...page, content: pack([{ ...first, name: 'Renamed' }]) })
  expect((await find('renamed')).map(({ symbol }) => symbol)).toEqual([first.symbol])
  expect((await find('сбербанк')).map(({ symbol }) => symbol)).toEqual([second.symbol])
  own.walk.begin(1)
  await own.storePage({ ...page, content: pack([second]) })
  expect(await own.endWalk(2, true)).toBe(1)
  expect((await find('sber')).map(({ symbol, isGone }) => [symbol, isGone])).toEqual([
    [second.symbol, false],
    [first.symbol, true],
  ])
})

test('any text is answered, within the limit, each line once', async () => {
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
    { numRuns: 300 },
  )
})

test('every line is found by its own symbol, by its ticker and mic, and by its ISIN', async () => {
  const all = [...makeInstruments(4_000)]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...all), async ({ symbol, isin }) => {
      const stored = instruments.get(symbol)
      expect((await find(symbol, { limit: 1 }))[0]).toBe(symbol)
      if (isin !== '' && stored?.isin === isin) expect(await find(isin, { limit: 100 })).toContain(symbol)
    }),
    { numRuns: 200 },
  )
})
