import { describe, expect, it } from 'vitest'
import { plainFacts } from '../../../../src/main/insight/ledger/symbol-facts.ts'
import { findArrivals, type AccountRow } from '../../../../src/main/insight/ledger/own-transfers.ts'
import type { LedgerRow } from '../../../../src/main/insight/ledger/row.ts'
import type { LotMethod } from '../../../../src/shared/model/ledger/ledger.ts'
import { dayMs } from '../../../../src/shared/durations.ts'
import { formatUnits, parseUnits } from '../../../../src/main/insight/lots/units.ts'

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
  const input = { rows, method, facts: plainFacts, openingOf: () => 0n, isLoaded, areShort: () => areShort }
  const found = findArrivals(input)
  return [...found].flatMap(([account, own]) =>
    [...own.values()].flatMap((arrived) =>
      arrived === 'sent'
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
    ['if the sender books a week apart', [bought, row(home, 2000, '-10'), row(savings, 2000 + 7 * dayMs, '10')]],
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
