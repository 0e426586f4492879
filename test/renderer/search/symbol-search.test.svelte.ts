import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SymbolSearch } from '#renderer/search/symbol-search.svelte.ts'
import { createClient } from '#shared/client.ts'
import type { InstrumentFound } from '#shared/model/instrument.ts'
import { instruments } from '../fixtures/market.ts'
import { failing, fixtureTransport } from '../fixtures/transport.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(overrides = {}) {
  const transport = fixtureTransport(overrides)
  const chosen: string[] = []
  const search = new SymbolSearch(createClient(transport), ({ symbol }) => chosen.push(symbol))
  return { search, chosen, searchedTexts: () => transport.calls.map(({ params }) => (params as { text: string }).text) }
}
const pause = () => vi.advanceTimersByTimeAsync(SymbolSearch.debounceMs)

test('a search runs once after a pause, not on each letter', async () => {
  const { search, searchedTexts } = setUp()
  for (const text of ['a', 'ap', 'app']) search.text = text
  expect(searchedTexts()).toEqual([])
  await pause()
  expect(searchedTexts()).toEqual(['app'])
  expect(search.found.map(({ symbol }) => symbol)).toEqual(['AAPL@XNGS', 'APC@XETR'])
})

test('arrow keys wrap around, Enter chooses the highlighted match and empties the field', async () => {
  const { search, chosen } = setUp()
  search.text = 'apple'
  await pause()
  expect(search.active).toBe(0)
  expect(search.press('ArrowDown')).toBe(true)
  expect(search.active).toBe(1)
  search.press('ArrowDown')
  expect(search.active).toBe(0)
  search.press('ArrowUp')
  expect(search.press('Enter')).toBe(true)
  expect(chosen).toEqual(['APC@XETR'])
  expect([search.text, search.isOpen]).toEqual(['', false])
})

test('Enter before the response chooses nothing, because the matches belong to an older text', async () => {
  const { search, chosen } = setUp()
  search.text = 'apple'
  await pause()
  search.text = 'amazon'
  search.press('Enter')
  expect(chosen).toEqual([])
  await pause()
  search.press('Enter')
  expect(chosen).toEqual(['AMZN@XNGS'])
})

test('Escape empties the field, and is ignored in an empty field', async () => {
  const { search } = setUp()
  search.text = 'apple'
  await pause()
  expect(search.press('Escape')).toBe(true)
  expect([search.text, search.found.length]).toEqual(['', 0])
  expect(search.press('Escape')).toBe(false)
})

test('a late response never replaces a newer one', async () => {
  const answers: ((found: InstrumentFound[]) => void)[] = []
  const { search } = setUp({
    'instruments.search': () => new Promise<InstrumentFound[]>((resolve) => answers.push(resolve)),
  })
  search.text = 'a'
  await pause()
  search.text = 'am'
  await pause()
  answers[1]!([instruments[1]!])
  await vi.advanceTimersByTimeAsync(0)
  answers[0]!([instruments[0]!])
  await vi.advanceTimersByTimeAsync(0)
  expect(search.found.map(({ symbol }) => symbol)).toEqual(['AMZN@XNGS'])
})

test('a missing match is reported only after the response; a failure is reported as a failure', async () => {
  const { search } = setUp()
  search.text = 'no such thing'
  expect(search.foundNothing).toBe(false)
  await pause()
  expect(search.foundNothing).toBe(true)
  const broken = setUp({ 'instruments.search': failing('internal') }).search
  broken.text = 'apple'
  await pause()
  expect(broken.foundNothing).toBe(false)
  expect(broken.error?.code).toBe('internal')
})
