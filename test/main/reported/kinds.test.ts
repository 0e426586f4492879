import { afterAll, beforeAll, expect, test } from 'vitest'
import { figuresOf } from './reported-figures.ts'
import { openReported, reportedCases, type ReportedProfile } from './reported-accounts.ts'

const ids = [
  ...['amortization-called-redemption', 'split-as-transfer-named-split', 'spin-off', 'storno-of-purchase'],
  ...['repo-overnight', 'fx-conversion-two-rows', 'fx-conversion-without-symbol', 'redemption-in-two-rows'],
  ...['redemption-money-only', 'split-in-two-rows'],
]
let opened: ReportedProfile
const of = (id: string) => figuresOf(opened, opened.accountOf(id))

beforeAll(async () => {
  opened = await openReported(reportedCases.filter(({ id }) => ids.includes(id)))
  await opened.settle()
}, 60_000)
afterAll(() => opened.close())

test.each(ids)('%s', async (id) => {
  const each = reportedCases.find((one) => one.id === id)!
  const f = of(id)
  const p = await f.performance()
  const r = await f.realized()
  const rec = await f.reconciliation()
  console.log(JSON.stringify({ id, expect: each.expect, nd: p.netDeposits, realized: p.realized, un: p.unrealized,
    lots: (await f.lots()).map((l) => [l.symbol, l.quantity, l.cost].join(' ')),
    rlots: r.lots.map((l) => [l.symbol, l.pieces, l.cost, l.proceeds, l.profit].join(' ')),
    diffs: rec?.differenceCount, xirr: p.xirr, twr: p.twr?.total, dd: p.drawdown?.share,
    kinds: await Promise.all(each.accounts['a']!.rows.map((row) => f.kindOf(row.id))) }))
  if (id === 'fx-conversion-two-rows') console.log(JSON.stringify(await f.day('2025-02-01')).slice(0, 1500))
})
