import { deposit, interest, kin, money, paid, trade, withdrawal, type Kin } from './drafts.ts'

const fee = (when: string, change: string) => money(when, 'Комиссия', change, 'COMMISSION')
const d = deposit('2025-01-10', '10000')

export const returnCases: readonly Kin[] = [
  kin(
    '1 % lost, then 98 % withdrawn the next day',
    [deposit('2025-01-10', '1000'), fee('2025-06-10', '-10'), withdrawal('2025-06-11', '-980')],
    { twr: { '': -0.01 } },
    { cash: { RUB: '10' } },
  ),
  kin(
    '1 % lost and 98 % withdrawn within an hour',
    [deposit('2025-01-10', '1000'), fee('2025-06-10T09:00', '-10'), withdrawal('2025-06-10T10:00', '-980')],
    { twr: { '': -0.01 } },
    { cash: { RUB: '10' } },
  ),
  kin(
    '98 % withdrawn, then a fee the same day',
    [deposit('2025-01-10', '1000'), withdrawal('2025-06-10T09:00', '-980'), fee('2025-06-10T10:00', '-2')],
    { twr: { '': -0.1 } },
    { cash: { RUB: '18' } },
  ),
  kin(
    'bought and sold on one day',
    [
      d,
      trade('2025-03-03T09:00', 'RDAY@MISX', '10', '100', '-1000'),
      trade('2025-03-03T15:00', 'RDAY@MISX', '10', '110', '1100'),
    ],
    { twr: { 'RDAY@MISX': 0.1, '': 0.01 }, realized: '100' },
    { cash: { RUB: '10100' } },
  ),
  kin(
    'bought at two prices, sold at a third',
    [
      d,
      trade('2025-03-03', 'RTHR@MISX', '10', '10', '-100'),
      trade('2025-03-04', 'RTHR@MISX', '10', '12', '-120'),
      trade('2025-03-05', 'RTHR@MISX', '20', '9', '180'),
    ],
    { twr: { 'RTHR@MISX': -0.1 }, realized: '-40' },
    { cash: { RUB: '9960' } },
  ),
  kin(
    'a dividend leaves the instrument',
    [
      d,
      trade('2025-03-03', 'RDIV@MISX', '100', '10', '-1000'),
      paid('2025-03-04', 'Дивиденды', 'RDIV@MISX', '50'),
      trade('2025-03-05', 'RDIV@MISX', '100', '10', '1000'),
    ],
    { twr: { 'RDIV@MISX': 0.05 }, income: '50' },
    { cash: { RUB: '10050' } },
  ),
  kin(
    'withdrawn whole, later paid in again',
    [
      deposit('2025-01-10', '1000'),
      interest('2025-03-10T09:00', '100'),
      withdrawal('2025-03-10T10:00', '-1100'),
      deposit('2025-08-10', '500'),
      interest('2025-09-10', '50'),
    ],
    { twr: { '': 0.21 }, drawdown: null },
    { cash: { RUB: '550' } },
  ),
  kin(
    'withdrawn whole the day after, paid in again the next day',
    [
      deposit('2025-01-10', '1000'),
      fee('2025-03-10', '-100'),
      withdrawal('2025-03-11', '-900'),
      deposit('2025-03-12', '2000'),
      interest('2025-09-10', '200'),
    ],
    { twr: { '': -0.01 }, drawdown: -0.1 },
    { cash: { RUB: '2200' } },
  ),
  kin(
    'a large flow between two gains',
    [
      deposit('2025-01-10', '1000'),
      interest('2025-02-10', '100'),
      deposit('2025-02-10T12:00', '1000000'),
      interest('2025-03-10', '10011'),
    ],
    { twr: { '': 0.111 } },
    { cash: { RUB: '1011111' } },
  ),
  kin(
    'a whole year with ten percent',
    [deposit('2025-02-01', '1000'), interest('2026-02-01T09:00', '100'), withdrawal('2026-02-01T10:00', '-1100')],
    { xirr: 0.1, twr: { '': 0.1 } },
  ),
  kin(
    'a day less than a year',
    [deposit('2025-02-02', '1000'), interest('2026-02-01T09:00', '100'), withdrawal('2026-02-01T10:00', '-1100')],
    { xirr: 'short-period', twr: { '': 0.1 } },
  ),
  kin(
    'everything lost',
    [deposit('2025-01-10', '1000'), money('2026-03-10', 'Штраф', '-1000', 'FINE')],
    { xirr: -1, twr: { '': -1 } },
    { cash: {} },
  ),
  kin(
    'more lost than paid in',
    [deposit('2025-01-10', '1000'), money('2026-03-10', 'Штраф', '-1500', 'FINE')],
    { xirr: 'more-lost', twr: { '': null } },
    { cash: { RUB: '-500' } },
  ),
  kin(
    'sold whole and bought again',
    [
      d,
      trade('2025-03-03', 'RAGN@MISX', '10', '100', '-1000'),
      trade('2025-03-06', 'RAGN@MISX', '10', '120', '1200'),
      trade('2025-08-04', 'RAGN@MISX', '50', '100', '-5000'),
      trade('2025-08-06', 'RAGN@MISX', '50', '90', '4500'),
    ],
    { twr: { 'RAGN@MISX': 0.08 }, realized: '-300' },
    { cash: { RUB: '9700' } },
  ),
  kin(
    'six days of loss with fees',
    [
      d,
      trade('2025-03-03', 'RFEE@MISX', '100', '10', '-1000'),
      trade('2025-03-09', 'RFEE@MISX', '100', '8', '800'),
      { ...fee('2025-03-09', '-10'), symbol: 'RFEE@MISX' },
    ],
    { twr: { 'RFEE@MISX': -0.21 } },
    { cash: { RUB: '9790' } },
  ),
]
