import { deposit, kin, money, pieces, trade, type Kin } from './drafts.ts'

const d = deposit('2025-01-10', '100000')

export const lendingCases: readonly Kin[] = [
  kin(
    'held and released in two parts',
    [
      deposit('2025-01-10', '1000'),
      money('2025-04-10', 'Hold of funds for placement', '-600'),
      money('2025-04-20', 'Funds released', '350'),
      money('2025-04-24', 'Funds released', '250'),
      money('2025-06-10', 'Interest on balance', '10', 'INCOME'),
    ],
    {
      kinds: ['blocked-money', 'blocked-money', 'blocked-money', 'interest'],
      drawdown: null,
      twr: { '': 0.01 },
      remainder: [],
      values: { '2025-04-15': '1000', '2025-04-22': '1000' },
    },
    { cash: { RUB: '1010' } },
  ),
  kin(
    'repo over a weekend, in English',
    [
      d,
      trade('2025-02-03', 'KREA@MISX', '50', '200', '-10000'),
      trade('2025-06-06', 'KREA@MISX', '50', '210', '10500', { name: 'REPO 1st leg' }),
      trade('2025-06-09', 'KREA@MISX', '50', '210.1', '-10505', { name: 'REPO 2nd leg' }),
    ],
    { kinds: ['buy', 'repo', 'repo'], lots: ['KREA 50 10000'], realized: '0', income: '-5', remainder: [], unknown: 0 },
  ),
  kin(
    'reverse repo',
    [
      d,
      trade('2025-06-06', 'KREB@MISX', '100', '95', '-9500', { name: 'РЕПО часть 1' }),
      trade('2025-06-09', 'KREB@MISX', '100', '95.05', '9505', { name: 'РЕПО часть 2' }),
    ],
    { kinds: ['repo', 'repo'], lots: [], realized: '0', income: '5', remainder: [], unknown: 0 },
  ),
  kin(
    'loan over the end of the year',
    [
      d,
      trade('2025-02-03', 'KLOA@MISX', '100', '80', '-8000'),
      pieces('2025-12-20', 'Предоставление займа ценными бумагами', 'KLOA@MISX', '-100'),
      pieces('2026-01-15', 'Возврат займа ценных бумаг', 'KLOA@MISX', '100'),
      trade('2026-02-02', 'KLOA@MISX', '100', '80', '8000'),
    ],
    {
      kinds: ['buy', 'securities-loan', 'securities-loan', 'sell'],
      lots: [],
      realized: '0',
      unknown: 0,
      remainder: [],
      values: { '2025-12-25': '100000', '2025-12-10': '100000' },
      twr: { '': 0 },
      drawdown: null,
    },
    { cash: { RUB: '100000' } },
  ),
  kin(
    'repo of two weeks',
    [
      d,
      trade('2025-02-03', 'KREC@MISX', '100', '80', '-8000'),
      trade('2025-06-02', 'KREC@MISX', '100', '95', '9500', { name: 'Сделка РЕПО' }),
      trade('2025-06-16', 'KREC@MISX', '100', '95.2', '-9520', { name: 'Сделка РЕПО' }),
      trade('2025-06-30', 'KREC@MISX', '100', '80', '8000'),
    ],
    {
      kinds: ['buy', 'repo', 'repo', 'sell'],
      lots: [],
      realized: '0',
      income: '-20',
      remainder: [],
      unknown: 0,
      twr: { '': -0.0002 },
      drawdown: -0.0002,
      values: { '2025-06-01': '100000', '2025-06-02': '100000', '2025-06-10': '100000', '2025-06-16': '99980' },
    },
    { cash: { RUB: '99980' } },
  ),
  kin(
    'a lent part is split, and comes back',
    [
      d,
      trade('2025-02-03', 'KLOC@MISX', '100', '80', '-8000'),
      pieces('2025-03-03', 'Займ ценных бумаг', 'KLOC@MISX', '-60'),
      pieces('2025-04-07', 'Сплит акций', 'KLOC@MISX', '40'),
      pieces('2025-05-05', 'Займ ценных бумаг: возврат', 'KLOC@MISX', '120'),
      trade('2025-05-12', 'KLOC@MISX', '200', '40', '8000'),
    ],
    {
      lots: [],
      realized: '0',
      unknown: 0,
      remainder: [],
      twr: { '': 0, 'KLOC@MISX': 0 },
      drawdown: null,
      values: { '2025-03-10': '100000', '2025-04-10': '100000', '2025-05-06': '100000' },
    },
    { cash: { RUB: '100000' } },
  ),
  kin(
    'all pieces are still lent',
    [
      d,
      trade('2025-02-03', 'KLOD@MISX', '100', '80', '-8000'),
      pieces('2025-03-03', 'Займ ценных бумаг', 'KLOD@MISX', '-100'),
    ],
    {
      lots: ['KLOD 100 8000'],
      realized: '0',
      unknown: 0,
      remainder: [],
      netDeposits: '100000',
      values: { '2025-02-28': '100000', '2025-03-10': '100000' },
    },
    { cash: { RUB: '92000' } },
  ),
  kin(
    'loan that comes back in two parts, in English',
    [
      d,
      trade('2025-02-03', 'KLOB@MISX', '100', '80', '-8000'),
      pieces('2025-06-02', 'Securities lending', 'KLOB@MISX', '-100'),
      pieces('2025-06-10', 'Securities lending', 'KLOB@MISX', '30'),
      pieces('2025-06-12', 'Securities lending', 'KLOB@MISX', '70'),
      money('2025-06-12', 'Securities lending income', '12.5', 'INCOME'),
    ],
    {
      kinds: ['buy', 'securities-loan', 'securities-loan', 'securities-loan', 'other-income'],
      lots: ['KLOB 100 8000'],
      realized: '0',
      income: '12.5',
      unknown: 0,
      remainder: [],
    },
  ),
]
