import { expect, test } from 'vitest'
import { startDemoInstruments } from './demo.ts'
import { find, openAll } from './screen-rig.ts'

test('while a chain is on screen, further expiries are found with less than twelve requests', async () => {
  const rig = await startDemoInstruments()
  const symbol = 'AAPL@XNGS'
  await openAll(rig, symbol)
  for (let i = 0; i < 20; i++) {
    await rig.clock.advance(2_000)
    await rig.open(symbol, ['details', 'options'])
  }
  const { value } = await rig.call('instruments.chain', { symbol, root: null, expiration: null })
  const listed = rig.demo.market.catalog
    .optionsOn(symbol)
    .filter(({ endsAt }) => (endsAt ?? 0) > rig.clock.now())
    .map(({ option }) => new Date((option?.expiresOn ?? 0) * 86_400_000).toISOString().slice(0, 10))
  expect(value?.expiries).toEqual([...new Set(listed)].toSorted())
  expect(value?.expiration).toBe(value?.expiries[0])
  expect(rig.demo.requests().filter(({ path }) => path.endsWith('/options')).length).toBeLessThan(12)
  const last = value?.expiries.at(-1) ?? ''
  const chain = await rig.call('instruments.chain', { symbol, root: null, expiration: last })
  expect(chain.value?.strikes).toHaveLength(13)
  expect(chain.value?.strikes.every(({ call, put }) => call?.expirationFirstDay === last && put !== null)).toBe(true)
})

test('an expiry entered by the user is requested; without contracts it is empty, not unknown', async () => {
  const rig = await startDemoInstruments()
  const [symbol, root, expiration] = ['AAPL@XNGS', null, '2026-05-01'] as const
  await openAll(rig, symbol)
  const before = await rig.call('instruments.chain', { symbol, root, expiration })
  expect(before).toMatchObject({ value: { expiration, strikes: [] }, fetchedAt: null })
  await rig.open(symbol, ['options'], { root, expiration })
  const after = await rig.call('instruments.chain', { symbol, root, expiration })
  expect(after).toMatchObject({ value: { expiration, strikes: [] }, fetchedAt: expect.any(Number), problem: null })
  expect(after.value?.expiries).not.toContain(expiration)
})

test('options on a future are separated by root, and a root without contracts is no longer offered', async () => {
  const rig = await startDemoInstruments()
  const future = find(rig, 'OPTIONS', ({ mic, option }) => mic === 'RTSX' && option?.underlying.type === 'FUTURES')
  const symbol = future.option?.underlying.symbol ?? ''
  await openAll(rig, symbol)
  const readChain = (root: string | null) => rig.call('instruments.chain', { symbol, root, expiration: null })
  expect((await readChain(null)).value?.roots).toEqual(['monthly', 'weekly'])
  await rig.open(symbol, ['options'], { root: 'weekly', expiration: null })
  await rig.open(symbol, ['options'], { root: 'nonsense', expiration: null })
  expect((await readChain('weekly')).value?.strikes.length).toBeGreaterThan(0)
  expect(await readChain('nonsense')).toMatchObject({ value: { expiries: [], strikes: [] }, problem: null })
  expect((await readChain(null)).value?.roots).toEqual(['weekly', 'monthly'])
})
