import { expect, test } from 'vitest'
import { heldPositions, sumAllOrNone, summarizeAccount } from '#main/insight/portfolio/account-summary.ts'
import { bySymbol, d, makeAccount, makeDetails, makePosition } from '../make.ts'

test('a position with quantity 0 is not held; a position with an unknown quantity is held', () => {
  const positions = [
    makePosition({ symbol: 'ZERO@X', quantity: d('0.000') }),
    makePosition({ symbol: 'SHORT@X', quantity: d('-1') }),
    makePosition({ symbol: 'UNKNOWN@X', quantity: null }),
  ]
  expect(heldPositions(makeAccount({ positions })).map(({ symbol }) => symbol)).toEqual(['SHORT@X', 'UNKNOWN@X'])
})

test("the day's profit is summed by currency, and positions whose profit or currency is unknown are listed", () => {
  const positions = [
    makePosition({ symbol: 'A@X', dailyPnl: d('1.10') }),
    makePosition({ symbol: 'B@X', dailyPnl: d('-0.3') }),
    makePosition({ symbol: 'C@X', dailyPnl: d('7') }),
    makePosition({ symbol: 'D@X', dailyPnl: null }),
    makePosition({ symbol: 'E@X', dailyPnl: d('2') }),
    makePosition({ symbol: 'GONE@X', quantity: d('0'), dailyPnl: d('1000') }),
  ]
  const details = bySymbol(
    makeDetails({ symbol: 'A@X' }),
    makeDetails({ symbol: 'B@X' }),
    makeDetails({ symbol: 'C@X', quoteCurrency: 'EUR' }),
    makeDetails({ symbol: 'D@X' }),
  )
  expect(summarizeAccount(makeAccount({ positions }), 5, details)).toMatchObject({
    dailyPnl: {
      amounts: [
        { currency: 'USD', amount: '0.8' },
        { currency: 'EUR', amount: '7' },
      ],
      missing: ['D@X', 'E@X'],
    },
    positionCount: 5,
    fetchedAt: 5,
  })
})

test('the margin distance is equity minus maintenance margin, and unknown if either is unknown', () => {
  const mc = { kind: 'mc', availableCash: d('300'), initialMargin: d('200'), maintenanceMargin: d('100.5') } as const
  const marginOf = (over: Parameters<typeof makeAccount>[0]) => summarizeAccount(makeAccount(over), 0, new Map()).margin
  expect(marginOf({ portfolio: mc })).toEqual({
    available: '300',
    initial: '200',
    maintenance: '100.5',
    distance: '899.5',
  })
  expect(marginOf({ portfolio: mc, equity: null })?.distance).toBeNull()
  expect(marginOf({ portfolio: { ...mc, maintenanceMargin: null } })?.distance).toBeNull()
})

test('a futures account has reserved money and no margin distance; accounts of other kinds have no margin', () => {
  const forts = { kind: 'forts', availableCash: d('10'), moneyReserved: d('4') } as const
  expect(summarizeAccount(makeAccount({ portfolio: forts }), 0, new Map()).margin).toEqual({
    available: '10',
    initial: '4',
    maintenance: null,
    distance: null,
  })
  expect(summarizeAccount(makeAccount({ portfolio: { kind: 'mct' } }), 0, new Map()).margin).toBeNull()
  expect(summarizeAccount(makeAccount({ portfolio: null }), 0, new Map()).margin).toBeNull()
})

test('missing equity and profit stay null', () => {
  expect(summarizeAccount(makeAccount({ equity: null, unrealizedProfit: null }), 0, new Map())).toMatchObject({
    equity: null,
    unrealizedProfit: null,
  })
})

test('a sum is unknown if any part is unknown or there are no parts', () => {
  expect(sumAllOrNone([d('0.1'), d('0.2')])).toBe('0.3')
  expect(sumAllOrNone([d('0.1'), null])).toBeNull()
  expect(sumAllOrNone([])).toBeNull()
})
