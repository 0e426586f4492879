import { expect, test } from 'vitest'
import { asset, d, path, startOdd, symbol } from './odd-instruments.ts'

/** Counts how many times other code could run during some work. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const count = async (): Promise<void> => {
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      turns++
    }
  }
  const counting = count()
  await work()
  isOver = true
  await counting
  return turns
}

const options = (count: number, day = 18) =>
  Array.from({ length: count }, (_, i) => ({
    symbol: `XYZ2612${day}${i % 2 ? 'C' : 'P'}${String(i).padStart(8, '0')}@OPRA`,
    type: i % 2 ? 'TYPE_CALL' : 'TYPE_PUT',
    contract_size: d('100.0'),
    strike: d(`${100 + (i >> 1) * 0.5}`),
    multiplier: d('100.0'),
    trade_last_day: { year: 2026, month: 12, day },
    expiration_first_day: { year: 2026, month: 12, day },
    expiration_last_day: { year: 2026, month: 12, day },
  }))

test('a chain of 2,000 options of one expiry is complete, requests no quotes, and does not block other work', async () => {
  const body = { symbol, options: options(2000) }
  const { open, call, requested } = await startOdd({
    [path('')]: () => asset('EQUITIES'),
    [path('/options')]: (query) => ({ body: query.size === 0 ? body : { symbol, options: [] } }),
  })
  await open(symbol, ['details'])
  const chainOf = () => call('instruments.chain', { symbol, root: null, expiration: null })
  await open(symbol, ['options'])
  const chain = await chainOf()
  expect(chain.value?.strikes).toHaveLength(1000)
  expect(chain.value?.strikes.every(({ call: c, put }) => c !== null && put !== null)).toBe(true)
  expect(requested().filter((url) => url.includes('quotes'))).toEqual([])
  // The chain is read in slices of 100: several of them fit into a frame.
  expect(await countTurns(chainOf)).toBeGreaterThanOrEqual(20)
})

test('one contract that cannot be decoded does not lose the chain', async () => {
  const { open, call, cache } = await startOdd({
    [path('')]: () => asset('EQUITIES'),
    [path('/options')]: () => ({ body: { symbol, options: [{ symbol: '' }, ...options(4)] } }),
  })
  await open(symbol, ['details'])
  await open(symbol, ['options'])
  const chain = await call('instruments.chain', { symbol, root: null, expiration: null })
  expect(chain).toMatchObject({ problem: null, value: { expiration: '2026-12-18' } })
  expect(chain.value?.strikes).toHaveLength(2)
  expect(cache.malformed.list().map(({ endpoint }) => endpoint)).toContain('listOptions')
})

test('if the service refuses a date without a day, the search continues and the chain shows no problem', async () => {
  const refusal = { status: 400, body: { code: 3, message: 'bad date', details: [] } }
  const { open, call, requested, clock } = await startOdd({
    [path('')]: () => asset('EQUITIES'),
    [path('/options')]: (query) => {
      if (query.size === 0) return { body: { symbol, options: options(2, 11) } }
      if (query.get('expiration_date.day') === null) return refusal
      return { body: { symbol, options: query.get('expiration_date.day') === '18' ? options(4, 18) : [] } }
    },
  })
  await open(symbol, ['details'])
  for (let i = 0; i < 20; i++) {
    await open(symbol, ['options'])
    await clock.advance(2_000)
  }
  const chain = await call('instruments.chain', { symbol, root: null, expiration: null })
  expect(chain).toMatchObject({ problem: null, value: { expiries: ['2026-12-11', '2026-12-18'] } })
  expect(requested().filter((url) => url.includes('/options')).length).toBeLessThanOrEqual(13)
})

test('an instrument without options has an empty chain, not an unknown one', async () => {
  const { open, call } = await startOdd({
    [path('')]: () => asset('EQUITIES'),
    [path('/options')]: () => ({ body: { symbol, options: [] } }),
  })
  await open(symbol, ['details'])
  await open(symbol, ['options'])
  expect(await call('instruments.chain', { symbol, root: null, expiration: null })).toMatchObject({
    value: { expiration: null, expiries: [], roots: [], strikes: [] },
    fetchedAt: expect.any(Number),
    problem: null,
  })
})

test('reading a list of constituents ends even if the cursor repeats', async () => {
  const { open, call, requested } = await startOdd({
    [path('')]: () => asset('INDICES'),
    [path('/constituents')]: (query) => ({
      body: {
        constituents: [{ symbol: `C${query.get('cursor') ?? ''}@X`, name: 'C' }],
        next_cursor: query.get('cursor') === '2' ? '1' : query.get('cursor') === '1' ? '2' : '1',
      },
    }),
  })
  await open(symbol, ['details'])
  await open(symbol, ['constituents'])
  expect((await call('instruments.constituents', { symbol })).value?.length).toBeGreaterThanOrEqual(3)
  expect(requested().filter((url) => url.includes('constituents')).length).toBeLessThanOrEqual(4)
})
