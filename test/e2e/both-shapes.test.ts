import type { Locator, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '#main/time/clock.ts'
import { dayMs } from '#shared/durations.ts'
import { hasMarket } from '#shared/has-market.ts'
import { until } from '../fakes/until.ts'
import { useBrowser, useConnectedApp } from './rig/app.ts'
import { openPage } from './rig/browser.ts'
import { findLayoutFaults } from './rig/fit.ts'
import { section, show } from './rig/instrument-page.ts'
import { openByAddress } from './rig/open-screen.ts'

// The clocks of both services stand at one instant, so that their prices are equal.
const at = Date.now()
const clock = { ...systemClock, now: () => at }
const documented = useConnectedApp({ clock })
const recorded = useConnectedApp({ clock, as: 'recorded' })
const windows = useBrowser()

const all = { accountId: null }
const readWithinMs = 200_000
/** The position whose market the recorded service does not name. */
const unnamed = 'ABCD'

/** Waits until reference data, quotes, history and events are read. */
async function untilRead({ host }: typeof documented): Promise<void> {
  const positions = await until(
    () => host.call('positions.list', all),
    (rows) => rows.length > 0 && rows.every(({ isReferenceRead }) => isReferenceRead),
    readWithinMs,
  )
  const symbols = positions.map(({ symbol }) => symbol).filter(hasMarket)
  await host.call('sync.now', { job: 'events' })
  await host.call('attention.set', { viewId: 'test', symbols, isVisible: true })
  await until(
    () => host.call('quotes.list', { symbols }),
    (quotes) => quotes.every(({ quote }) => quote?.last != null),
    readWithinMs,
  )
  await until(
    () => host.call('income.summary', { ...all, by: 'currency' }),
    ({ coverage }) => coverage.partialAccounts.length + coverage.unreadSymbols.length === 0,
    readWithinMs,
  )
  await host.call('currencies.setBase', { currency: 'RUB' })
}

let plain: Page
let real: Page
const faults: (readonly string[])[] = []

beforeAll(async () => {
  const open = async (app: typeof documented): Promise<Page> => {
    await untilRead(app)
    const opened = await openPage(await windows.makeContext(), await app.host.issueUrl())
    faults.push(opened.faults)
    await opened.page.locator('main h1').waitFor()
    return opened.page
  }
  ;[plain, real] = await Promise.all([open(documented), open(recorded)])
})

const openBoth = (screen: string) => Promise.all([plain, real].map((page) => openByAddress(page, screen)))

/** The texts of these elements, each on one line. */
const textsOf = async (found: Locator): Promise<string[]> =>
  (await found.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')

/** What remains of a list without the entries of another. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return list.filter((each) => {
    const index = left.indexOf(each)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}

/**
 * Waits until the recorded service shows the same as the documented one, apart from texts that match: `lost` are shown only by
 * the documented one, `added` only by the recorded one.
 */
async function expectSame(
  read: (page: Page) => Promise<string[]>,
  { lost = /^$/, added = /^$/ }: { readonly lost?: RegExp; readonly added?: RegExp } = {},
): Promise<void> {
  const differences = async () => {
    const [before, after] = await Promise.all([read(plain), read(real)])
    return {
      isRead: before.length > 0,
      lost: without(before, after).filter((text) => !lost.test(text)),
      added: without(after, before).filter((text) => !added.test(text)),
    }
  }
  await expect.poll(differences, { timeout: 60_000 }).toEqual({ isRead: true, lost: [], added: [] })
  // A sign of a currency is read as its code, and the "%" of a bond as the currency of its quotes.
  expect(await real.locator('main').innerText()).not.toMatch(/[₽¥]|\d\s%/)
}

/** The names of the held bonds. */
const bondsOf = async ({ host }: typeof documented): Promise<string[]> =>
  (await host.call('positions.list', all)).flatMap(({ type, name }) =>
    type === 'BONDS' && name !== null ? [name] : [],
  )

const rowsOf = (page: Page): Promise<string[]> => textsOf(page.locator('main tbody tr'))

test('the overview has the same equity, profits, cash and allocation, and no payments to come of bonds', async () => {
  await openBoth('overview')
  const figures = (page: Page): Promise<string[]> =>
    page.locator('main data[value]').evaluateAll((found) => found.map((each) => each.getAttribute('value') ?? ''))
  const read = await documented.host.call('income.list', { ...all, from: at, to: at + 400 * dayMs })
  const payments = read
    .filter(({ kind }) => ['coupon', 'amortization', 'redemption'].includes(kind))
    .flatMap(({ expected, each }) => [`${expected?.low} ${expected?.currency}`, `${each} ${expected?.currency}`])
  expect(payments.length).toBeGreaterThan(4)
  await expectSame(figures, { lost: new RegExp(`^(${payments.join('|')})$`) })
  const equity = real.locator('main dl > div').filter({ hasText: 'Equity' }).first()
  expect(await equity.innerText()).toMatch(/[\d,]{9}\.\d\d\sRUB/)
  expect((await recorded.host.call('positions.whole', all)).leftOut).toEqual({ symbols: [unnamed], currencies: [] })
})

test('every position has the same figures, bonds among them; one without a market is named beside them', async () => {
  await openBoth('positions')
  await expectSame(rowsOf, { lost: /^All positions/, added: /^(All positions|ABCD no market named)/ })
  const bonds = await bondsOf(recorded)
  for (const name of bonds)
    expect(await real.getByRole('row').filter({ hasText: name }).first().innerText()).toMatch(/\d\.\d\d\sRUB/)
  const totals = await Promise.all(
    [plain, real].map((page) => textsOf(page.getByRole('row', { name: /^All positions/ }))),
  )
  const [before, after] = totals.map((rows) => /[\d,]+\.\d\d RUB/.exec(rows[0] ?? '')?.[0])
  expect(after).toBe(before)
})

test('the same income was received; what bonds will pay is unknown, and the screen says so', async () => {
  await openBoth('income')
  for (const page of [plain, real]) {
    const more = page.getByRole('button', { name: /^Show all/ }).first()
    await more.click()
    await more.waitFor({ state: 'detached' })
  }
  // The bonuses of the documented service are income from lending in the recorded one.
  const lost = /(Coupon|Amortization|Redemption) (Announced|Projected)/
  await expectSame(rowsOf, { lost, added: /Лавка у дома 1900001 Other income Received/ })
  expect(await textsOf(real.getByRole('row').filter({ hasText: 'Unexpected' }))).toEqual([])
  expect(
    await real.getByRole('row').filter({ hasText: 'Coupon' }).filter({ hasText: 'Received' }).count(),
  ).toBeGreaterThan(9)
  const { length } = await bondsOf(documented)
  await real.getByText(`The maturity of ${length} held bonds is not known.`).waitFor()
  expect(await textsOf(real.locator('main dl > div').filter({ hasText: 'Announced' }))).toEqual(['Announced —'])
  expect(await plain.getByText('held bonds is not known').count()).toBe(0)
  await real.setViewportSize({ width: 360, height: 900 })
  expect(await findLayoutFaults(real)).toEqual([])
  await real.setViewportSize({ width: 1440, height: 900 })
})

test('performance has the same figures, and names the position that is in none of them', async () => {
  await openBoth('performance')
  const texts = (page: Page): Promise<string[]> => textsOf(page.locator('main :is(tr, dl > div)'))
  await expectSame(texts)
  // Income from lending belongs to the lent paper.
  const contribution = /^Without an instrument/
  await expectSame((page) => textsOf(page.locator('main li')), { lost: contribution, added: contribution })
  await real.getByText(`Not included because the service names no market: ${unnamed}.`).waitFor()
})

test('a bond has the same quote, position and past events; its maturity and yield are unknown', async () => {
  const { symbol = '' } = (await documented.host.call('bonds.list', { ...all, symbol: null }))[0] ?? {}
  await Promise.all([plain, real].map((page) => show(page, symbol)))
  const part = (id: string) => (page: Page) => textsOf(section(page, id).locator('tr, li, dl > div'))
  const unsent = /^(Next coupon|Accrued interest|Yield to maturity|Maturity)/
  await expectSame(part('quote'), {
    lost: unsent,
    added: /^(Next coupon|Accrued interest|Yield to maturity) —$|^Maturity Not served/,
  })
  await expectSame(part('position'))
  await expectSame(part('transactions'))
  await expectSame(part('bond-events'), { lost: /(Coupon|Amortization) upcoming/ })
  await expectSame(part('details'), { lost: unsent, added: /^Maturity Not served/ })
})

test('reconciliation has the same differences with the same causes, and the position without a market with its own', async () => {
  await openBoth('reconciliation')
  const differences = (page: Page): Promise<string[]> =>
    textsOf(page.getByRole('list', { name: 'Differences' }).getByRole('listitem').filter({ hasText: 'Service' }))
  await expectSame(differences, { added: /The service names no market for the position ABCD/ })
  expect(faults).toEqual([[], []])
})
