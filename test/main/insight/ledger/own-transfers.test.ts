import { describe, expect, it } from 'vitest'
import { findArrivals } from '#main/insight/ledger/own-transfers.ts'
import type { AccountRow } from '#main/insight/ledger/pair-rows.ts'
import type { LedgerRow } from '#main/insight/ledger/row.ts'
import { plainFacts } from '#main/insight/ledger/symbol-facts.ts'
import { formatUnits, parseUnits } from '#main/insight/lots/units.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'

const [home, savings, third] = [1, 2, 3]
let lastId = 0

function row(account: number, at: number, pieces: string, draft: Partial<LedgerRow> = {}): AccountRow {
  const kind = pieces.startsWith('-') ? 'securities-transfer-out' : 'securities-transfer-in'
  return {
    account,
    row: {
      ...{ id: String(++lastId), at, kind, name: 'Перевод', symbol: 'A@X', currency: null, money: null, trade: null },
      changeQuantity: parseUnits(pieces),
      ...draft,
    },
  }
}
const buy = (account: number, at: number, pieces: string, money: string): AccountRow =>
  row(account, at, pieces, { kind: 'buy', currency: 'RUB', money: parseUnits(`-${money}`) })

function arrivals(
  rows: readonly AccountRow[],
  draft: { isLoaded?: (account: number) => boolean; method?: LotMethod; areShort?: boolean } = {},
) {
  const { isLoaded = () => true, method = 'fifo', areShort = true } = draft
  const input = { rows, method, factsOf: () => plainFacts, openingOf: () => 0n, isLoaded, areShort: () => areShort }
  const found = findArrivals(input)
  return [...found.values()]
    .flatMap((accounts) => [...accounts])
    .flatMap(([account, own]) =>
      [...own.values()].flatMap((arrived) =>
        arrived === 'sent' || 'share' in arrived
          ? []
          : {
              ...{ account, currency: arrived.currency },
              lots: arrived.lots.map(({ quantity, cost, openedAt }) => [
                formatUnits(quantity),
                cost === null ? null : formatUnits(cost),
                openedAt,
              ]),
            },
      ),
    )
}

describe('pieces from another own account', () => {
  it('arrive with the lots that the method closes first, with their cost and time', () => {
    const rows = [
      buy(home, 1000, '10', '100'),
      buy(home, 2000, '10', '300'),
      row(home, 3000, '-15'),
      row(savings, 4000, '15'),
    ]
    expect(arrivals(rows)).toEqual([
      {
        ...{ account: savings, currency: 'RUB' },
        lots: [
          ['10', '100', 1000],
          ['5', '150', 2000],
        ],
      },
    ])
    expect(arrivals(rows, { method: 'lifo' })[0]?.lots).toEqual([
      ['10', '300', 2000],
      ['5', '50', 1000],
    ])
  })

  it('keep their lots through a third account and back', () => {
    const rows = [
      buy(home, 1000, '10', '100'),
      ...[row(home, 2000, '-4'), row(savings, 2001, '4')],
      ...[row(savings, 3000, '-4'), row(third, 3001, '4')],
      ...[row(third, 4000, '-4'), row(home, 4001, '4')],
    ]
    expect(arrivals(rows).map(({ account, lots }) => [account, lots])).toEqual(
      expect.arrayContaining([savings, third, home].map((account) => [account, [['4', '40', 1000]]])),
    )
  })

  it('may be booked before the sender books them', () => {
    const rows = [buy(home, 1000, '10', '100'), row(savings, 2000, '10'), row(home, 2000 + dayMs, '-10')]
    expect(arrivals(rows)[0]?.lots).toEqual([['10', '100', 1000]])
  })
})

describe('pairs of transfers', () => {
  it('may be two weeks apart', () => {
    const rows = [buy(home, 1000, '60', '600'), row(home, 2000, '-60'), row(savings, 2000 + 14 * dayMs, '60')]
    expect(arrivals(rows)[0]?.lots).toEqual([['60', '600', 1000]])
  })

  it('may move pieces out of one account and back', () => {
    const rows = [buy(home, 1000, '60', '600'), row(home, 2000, '-60'), row(home, 2000 + dayMs, '60')]
    expect(arrivals(rows)).toEqual([{ account: home, currency: 'RUB', lots: [['60', '600', 1000]] }])
    const incoming = [buy(home, 1000, '60', '600'), row(home, 2000, '60'), row(home, 2000 + dayMs, '-60')]
    expect(arrivals(incoming)).toEqual([])
  })

  it('of equal pieces are in the order of their rows', () => {
    const rows = [1, 2, 3].flatMap((day) => [
      buy(home, day * dayMs, '10', String(day * 100)),
      row(home, day * dayMs + 1, '-10'),
      row(savings, (day + 8) * dayMs, '10'),
    ])
    expect(arrivals(rows).map(({ lots }) => lots[0]?.[1])).toEqual(['100', '200', '300'])
  })

  it('leave out pieces that went elsewhere', () => {
    const rows = [
      ...[buy(home, 1, '10', '100'), row(home, 2, '-10')],
      ...[buy(home, 8 * dayMs, '10', '900'), row(home, 8 * dayMs + 1, '-10'), row(savings, 9 * dayMs, '10')],
    ]
    expect(arrivals(rows)).toEqual([{ account: savings, currency: 'RUB', lots: [['10', '900', 8 * dayMs]] }])
  })

  it('are not chosen if two receivers are equally near', () => {
    const rows = [
      buy(home, 1000, '10', '100'),
      row(home, 2000, '-10'),
      row(savings, 3000, '10'),
      row(third, 3000, '10'),
    ]
    expect(arrivals(rows)).toEqual([])
  })
})

const convert = (at: number, symbol: string, pieces: string, account = home): AccountRow =>
  row(account, at, pieces, { kind: 'split', symbol })

describe('pieces of another symbol', () => {
  const bought = [buy(home, 1000, '60', '600'), buy(home, 2000, '40', '800')]
  const lots = [
    ['30', '600', 1000],
    ['20', '800', 2000],
  ]
  it.each([
    ['after', [convert(5000, 'A@X', '-100'), convert(5000 + minuteMs, 'B@X', '50')]],
    ['before', [convert(5000, 'B@X', '50'), convert(5000 + minuteMs, 'A@X', '-100')]],
    ['days after', [convert(5000, 'A@X', '-100'), convert(5000 + 5 * dayMs, 'B@X', '50')]],
    ['days before', [convert(5000, 'B@X', '50'), convert(5000 + 5 * dayMs, 'A@X', '-100')]],
  ])('have the lots of the old ones, booked %s them', (_, rows) => {
    expect(arrivals([...bought, ...rows])).toEqual([{ account: home, currency: 'RUB', lots }])
  })

  it('may be converted again, and transferred', () => {
    const rows = [
      ...bought,
      ...[convert(5000, 'A@X', '-100'), convert(5000, 'B@X', '50')],
      ...[convert(dayMs, 'B@X', '-50'), convert(dayMs, 'C@X', '500')],
      ...[row(home, 2 * dayMs, '-500', { symbol: 'C@X' }), row(savings, 3 * dayMs, '500', { symbol: 'C@X' })],
    ]
    const last = lots.map(([pieces, cost, at]) => [String(Number(pieces) * 10), cost, at])
    expect(arrivals(rows).map((each) => each.lots)).toEqual([lots, last, last])
  })

  it('may come for a part of the old ones, which keep the rest', () => {
    expect(arrivals([...bought, convert(5000, 'A@X', '-60'), convert(5000, 'B@X', '6')])[0]?.lots).toEqual([
      ['6', '600', 1000],
    ])
  })

  it.each<[string, AccountRow[]]>([
    ['too late', [convert(5000, 'A@X', '-100'), convert(5001 + 5 * dayMs, 'B@X', '50')]],
    ['for a part, more than a minute apart', [convert(5000, 'A@X', '-60'), convert(5001 + minuteMs, 'B@X', '50')]],
    [
      'one of two, some days apart',
      [convert(5000, 'A@X', '-100'), convert(dayMs, 'B@X', '50'), convert(2 * dayMs, 'C@X', '50')],
    ],
    ['in another account', [convert(5000, 'A@X', '-100'), convert(5000, 'B@X', '50', savings)]],
    ['two new ones', [convert(5000, 'A@X', '-100'), convert(5000, 'B@X', '50'), convert(5000, 'C@X', '50')]],
    [
      'with a split of the same symbol',
      [convert(5000, 'A@X', '-100'), convert(5000, 'A@X', '10'), convert(5000, 'B@X', '5')],
    ],
    [
      'with pieces of both besides',
      [
        buy(home, 1, '7', '70'),
        convert(5000, 'A@X', '-90'),
        row(home, 2, '5', { kind: 'buy', symbol: 'B@X' }),
        convert(5000, 'B@X', '5'),
      ],
    ],
  ])('are not those of the old ones: %s', (_, rows) => {
    expect(arrivals([...bought, ...rows])).toEqual([])
  })

  it('have an unknown cost if the old ones have', () => {
    const rows = [row(home, 1, '100'), convert(5000, 'A@X', '-100'), convert(5000, 'B@X', '50')]
    expect(arrivals(rows)).toEqual([{ account: home, currency: null, lots: [['50', null, 1]] }])
    expect(arrivals([...bought, ...rows.slice(1)], { isLoaded: () => false })[0]?.lots).toEqual(lots)
    const oversold = row(home, 1, '-5', { kind: 'sell', currency: 'RUB', money: parseUnits('60') })
    const rest = [convert(5000, 'A@X', '-95'), convert(5000, 'B@X', '50')]
    expect(arrivals([oversold, ...bought, ...rest], { areShort: false })[0]?.lots).toEqual([['50', null, null]])
  })
})

describe('after a closed short sale', () => {
  const rows = [
    row(home, 500, '-5', { kind: 'sell', currency: 'RUB', money: parseUnits('60') }),
    buy(home, 1000, '15', '150'),
    ...[row(home, 2000, '-10'), row(savings, 2001, '10')],
  ]

  it('the remaining pieces keep their cost', () => {
    expect(arrivals(rows)[0]?.lots).toEqual([['10', '100', 1000]])
  })
  it('the cost is not known if a purchase may be missing', () => {
    expect(arrivals(rows, { areShort: false })).toEqual([])
  })
})

describe('the cost of arriving pieces is not known', () => {
  const bought = buy(home, 1000, '10', '100')
  it.each<[string, AccountRow[]]>([
    ['without a sender', [bought, row(savings, 2000, '10')]],
    ['if the sender sends another number of pieces', [bought, row(home, 2000, '-9'), row(savings, 2000, '10')]],
    [
      'if the sender books two weeks and a day apart',
      [bought, row(home, 2000, '-10'), row(savings, 2000 + 15 * dayMs, '10')],
    ],
    ['if the sender does not know their cost', [row(home, 2000, '-10'), row(savings, 2000, '10')]],
    [
      'if two senders are equally near in time',
      [
        bought,
        buy(third, 1000, '10', '900'),
        row(home, 2000, '-10'),
        row(third, 2000, '-10'),
        row(savings, 2001, '10'),
      ],
    ],
  ])('%s', (_, rows) => {
    expect(arrivals(rows)).toEqual([])
  })

  it('if a part of the history of the sender is not loaded', () => {
    const rows = [bought, row(home, 2000, '-10'), row(savings, 2001, '10')]
    expect(arrivals(rows, { isLoaded: (account) => account !== home })).toEqual([])
    expect(arrivals(rows)).toHaveLength(1)
  })
})
