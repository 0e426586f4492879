import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '#main/demo/service/dispatch.ts'
import { startDemo } from '../demo-client.ts'
import { reads, underlying } from '../reads.ts'
import type { contract } from '../wire-schemas.ts'
import { asset, bondEvent, quote } from '../wire-schemas.ts'

test.each(reads)('%s responds as the contract says', async (path, schema) => {
  const { get } = await startDemo({ size: 'typical' })
  const body = await get(path)
  expect(schema.safeParse(body).error?.issues ?? []).toEqual([])
})

test('the demo has 22 endpoints and the download of a report file', () => {
  expect(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size).toBe(23)
})

test('session details have the accounts, the lifetime and the permissions of the token', async () => {
  const { demo, clock, signIn, send } = await startDemo({ size: 'typical', tokenLifeMs: 15 * 60_000 })
  const response = await send('POST', '/v1/sessions/details', { token: await signIn() }, {})
  const details = await response.json()
  expect(details.account_ids).toEqual([...demo.accounts.ids])
  expect(Date.parse(details.expires_at) - clock.now()).toBe(15 * 60_000)
  expect(details).toMatchObject({ readonly: false, created_at: '2026-03-02T09:00:00Z' })
  expect(details.md_permissions).toContainEqual({
    quote_level: 'QUOTE_LEVEL_DEPTH_OF_MARKET',
    delay_minutes: 0,
    mic: '#RIDX',
  })
})

test('every instrument has an asset and a quote', async () => {
  const { get } = await startDemo({ requestsPerMinute: 100_000 })
  const { assets } = await get('/v1/assets')
  const kinds = new Set<string>()
  for (const { symbol, type } of assets.filter((_: unknown, index: number) => index % 7 === 0)) {
    kinds.add(type)
    const path = encodeURIComponent(symbol).replace('%40', '@')
    expect(asset.safeParse(await get(`/v1/assets/${path}`)).error?.issues ?? []).toEqual([])
    const body = await get(`/v1/instruments/${path}/quotes/latest`)
    expect(z.strictObject({ symbol: z.literal(symbol), quote }).safeParse(body).error?.issues ?? []).toEqual([])
    expect(body.quote.option !== undefined).toBe(type === 'OPTIONS')
  }
  expect([...kinds].sort()).toEqual(['BONDS', 'CURRENCIES', 'EQUITIES', 'FUNDS', 'FUTURES', 'OPTIONS'])
})

test('the cursor visits all instruments once, including archived ones, and ends with 0', async () => {
  const { get, demo } = await startDemo()
  const seen: string[] = []
  let cursor = ''
  for (let page = 0; page < 20 && cursor !== '0'; page++) {
    const body = await get(`/v1/assets/all?cursor=${cursor}`)
    seen.push(...body.assets.map(({ symbol }: { symbol: string }) => symbol))
    cursor = body.next_cursor
  }
  expect(cursor).toBe('0')
  expect(new Set(seen).size).toBe(seen.length)
  expect([...seen].sort()).toEqual(demo.market.catalog.list.map(({ symbol }) => symbol).sort())
  const disabled = await get('/v1/assets/all?only_disabled=true')
  expect(disabled.assets.length).toBeGreaterThan(50)
  expect(disabled.assets.every(({ is_archived }: { is_archived: boolean }) => is_archived)).toBe(true)
})

test('the constituents of an index come in pages that end with an empty cursor', async () => {
  const { get } = await startDemo()
  const first = await get('/v1/assets/IMOEX@%23RIDX/constituents')
  const second = await get(`/v1/assets/IMOEX@%23RIDX/constituents?cursor=${first.next_cursor}`)
  expect(second.next_cursor).toBe('')
  expect(new Set([...first.constituents, ...second.constituents].map(({ symbol }) => symbol)).size).toBe(47)
})

const dateOf = (option: z.infer<typeof contract>) => Object.values(option.expiration_last_day).join('-')

test('option chains are selected by date and root, by default the nearest expiration', async () => {
  const { get } = await startDemo()
  const nearest = await get(`/v1/assets/${underlying}/options`)
  expect(new Set(nearest.options.map(dateOf))).toEqual(new Set(['2026-3-4']))
  const monthly = await get(`/v1/assets/${underlying}/options?root=SB-M`)
  const dates = [...new Set(monthly.options.map(dateOf))]
  expect(dates).toContain('2026-4-15')
  const april = await get(
    `/v1/assets/${underlying}/options?expiration_date.year=2026&expiration_date.month=4&expiration_date.day=15`,
  )
  expect(april.options).toHaveLength(26)
  expect(new Set(april.options.map(dateOf))).toEqual(new Set(['2026-4-15']))
})

test('a date with only a year or month selects all expirations in it; a root can be given by its kind', async () => {
  const { get } = await startDemo()
  const datesOf = async (query: string) => {
    const { options } = await get(`/v1/assets/${underlying}/options?${query}`)
    return [...new Set(options.map(dateOf))].toSorted()
  }
  const march = 'expiration_date.year=2026&expiration_date.month=3'
  expect(await datesOf(march)).toEqual(['2026-3-11', '2026-3-18', '2026-3-25', '2026-3-4'])
  expect(await datesOf(`${march}&root=weekly`)).toEqual(['2026-3-11', '2026-3-25', '2026-3-4'])
  expect(await datesOf(`${march}&root=monthly`)).toEqual(['2026-3-18'])
  expect(await datesOf('expiration_date.year=2026')).toContain('2026-4-15')
  expect(await datesOf('expiration_date.year=2025')).toEqual([])
  expect(await datesOf('root=nothing')).toEqual([])
})

test('events are paged by offset, in both directions, within dates', async () => {
  const { get } = await startDemo()
  const path = '/v1/bonds/past?symbol=SU26204RMFS1@MISX'
  const all = (await get(`${path}&sort_direction=ASC&limit=200`)).events
  const page = await get(`${path}&sort_direction=ASC&limit=2&offset=1`)
  expect(page.events).toEqual(all.slice(1, 3))
  expect(page.pagination).toEqual({ total: 2, limit: 2, offset: 1, has_next: true })
  expect((await get(`${path}&sort_direction=DESC&limit=1`)).events).toEqual(all.slice(-1))
  const { year, month, day } = all[1].date
  const dates = ['date_from', 'date_to']
    .map((name) => `${name}.year=${year}&${name}.month=${month}&${name}.day=${day}`)
    .join('&')
  expect((await get(`${path}&${dates}`)).events).toEqual([all[1]])
})

test('bonds have coupons, amortizations and offers that match the remaining face value', async () => {
  const { get, demo } = await startDemo({ requestsPerMinute: 10_000 })
  const types = new Set<string>()
  for (const { symbol, type } of demo.market.catalog.list) {
    if (type !== 'BONDS') continue
    const { events } = await get(`/v1/bonds/past?symbol=${symbol}&limit=200&sort_direction=ASC`)
    for (const event of events) types.add(event.type)
    const left = z
      .array(bondEvent)
      .parse(events)
      .findLast(({ type }) => type === 'AMORTIZATION')?.amortization_details?.new_face_value
    if (left !== undefined) expect((await get(`/v1/assets/${symbol}`)).bond_details.bond_face_value).toEqual(left)
  }
  expect([...types].sort()).toEqual(['AMORTIZATION', 'COUPON', 'OFFER'])
})
