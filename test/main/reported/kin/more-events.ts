import { deposit, interest, kin, money, paid, pieces, tax, trade, withdrawal, type Kin } from './drafts.ts'

const d = deposit('2025-01-10', '100000')

export const moreEvents: readonly Kin[] = [
  kin(
    'conversion of receipts four days apart',
    [
      d,
      trade('2025-02-03', 'MADR@MISX', '30', '100', '-3000'),
      pieces('2025-05-05', 'Конвертация депозитарных расписок', 'MADR@MISX', '-30'),
      pieces('2025-05-09', 'Конвертация депозитарных расписок', 'MSHR@MISX', '60'),
      trade('2025-06-02', 'MSHR@MISX', '60', '55', '3300'),
    ],
    { kinds: ['buy', 'split', 'split', 'sell'], lots: [], realized: '300', unknown: 0, netDeposits: '100000' },
  ),
  kin(
    'two conversions a day apart',
    [
      d,
      trade('2025-02-03', 'MCOA@MISX', '10', '100', '-1000'),
      trade('2025-02-03', 'MCOB@MISX', '20', '50', '-1000'),
      pieces('2025-05-05', 'Смена тикера', 'MCOA@MISX', '-10'),
      pieces('2025-05-05', 'Смена тикера', 'MCNA@MISX', '10'),
      pieces('2025-05-06', 'Смена тикера', 'MCOB@MISX', '-20'),
      pieces('2025-05-06', 'Смена тикера', 'MCNB@MISX', '40'),
    ],
    { lots: ['MCNA 10 1000', 'MCNB 40 1000'], realized: '0', unknown: 0 },
  ),
  kin(
    'bonus shares',
    [
      d,
      trade('2025-02-03', 'MBON@MISX', '100', '20', '-2000'),
      pieces('2025-05-05', 'Bonus shares', 'MBON@MISX', '10'),
      trade('2025-06-02', 'MBON@MISX', '110', '20', '2200'),
    ],
    { kinds: ['buy', 'split', 'sell'], lots: [], realized: '200', unknown: 0, netDeposits: '100000' },
  ),
  kin(
    'short sale through a split',
    [
      d,
      trade('2025-02-03', 'MSHT@MISX', '10', '100', '1000'),
      pieces('2025-05-05', 'Сплит', 'MSHT@MISX', '-90'),
      trade('2025-06-02', 'MSHT@MISX', '100', '8', '-800'),
    ],
    { kinds: ['sell', 'split', 'buy'], lots: [], realized: '200', unknown: 0 },
  ),
  kin(
    'cancelled deposit',
    [
      d,
      deposit('2025-02-03', '500'),
      money('2025-02-04', 'Сторно: Ввод денежных средств', '-500', 'WITHDRAW'),
      interest('2025-06-10', '1000'),
    ],
    { kinds: ['reversal', 'reversal', 'interest'], netDeposits: '100000', twr: { '': 0.01 }, drawdown: null },
    { cash: { RUB: '101000' } },
  ),
  kin(
    'cancelled sale, then a real one',
    [
      d,
      trade('2025-02-03', 'MRVC@MISX', '10', '100', '-1000'),
      trade('2025-03-03', 'MRVC@MISX', '10', '120', '1200'),
      trade('2025-03-04', 'MRVC@MISX', '10', '120', '-1200', { name: 'Cancellation of sale' }),
      trade('2025-04-01', 'MRVC@MISX', '10', '130', '1300'),
    ],
    { kinds: ['buy', 'reversal', 'reversal', 'sell'], lots: [], realized: '300', unknown: 0 },
  ),
  kin(
    'one of two equal purchases is cancelled by its id',
    [
      d,
      trade('2025-02-03', 'MRVD@MISX', '10', '100', '-1000'),
      trade('2025-02-03T10:00', 'MRVD@MISX', '10', '100', '-1000'),
      trade('2025-02-03T11:00', 'MRVD@MISX', '10', '100', '1000', { name: 'Отмена сделки' }),
    ],
    { kinds: ['buy', 'reversal', 'reversal'], lots: ['MRVD 10 1000'], realized: '0', unknown: 0 },
  ),
  kin(
    'money is blocked over the end of a month and taken for a purchase',
    [
      deposit('2025-01-10', '1000'),
      money('2025-04-29', 'Блокировка денежных средств', '-600'),
      money('2025-05-06', 'Разблокировка денежных средств', '600'),
      trade('2025-05-06', 'MBLK@MISX', '6', '100', '-600'),
      trade('2025-05-07', 'MBLK@MISX', '6', '110', '660'),
    ],
    {
      kinds: ['blocked-money', 'blocked-money', 'buy', 'sell'],
      twr: { '': 0.06 },
      realized: '60',
      drawdown: null,
      remainder: [],
    },
    { cash: { RUB: '1060' } },
  ),
  kin(
    'money on its way between own accounts',
    [
      deposit('2025-01-10', '1000'),
      money('2025-03-03', 'Перевод между счетами', '-400', 'TRANSFER'),
      interest('2025-06-10', '6'),
    ],
    { kinds: ['cash-transfer-out', 'interest'], netDeposits: '600', twr: { '': 0.01 } },
    {
      cash: { RUB: '606' },
      b: { rows: [money('2025-03-06', 'Перевод между счетами', '400', 'TRANSFER')], cash: { RUB: '400' } },
    },
  ),
  kin(
    'securities and money leave the broker',
    [
      d,
      trade('2025-02-03', 'MOUT@MISX', '100', '10', '-1000'),
      pieces('2025-02-04', 'Перевод ценных бумаг другому брокеру', 'MOUT@MISX', '-100'),
      withdrawal('2025-02-04', '-99000'),
    ],
    {
      kinds: ['buy', 'securities-transfer-out', 'withdrawal'],
      lots: [],
      realized: '0',
      netDeposits: '0',
      twr: { '': 0 },
    },
  ),
  kin(
    'dividend in shares',
    [
      d,
      trade('2025-02-03', 'MDIS@MISX', '100', '20', '-2000'),
      pieces('2025-05-05', 'Дивиденды акциями', 'MDIS@MISX', '5'),
    ],
    { kinds: ['buy', 'split'], lots: ['MDIS 105 2000'], realized: '0', netDeposits: '100000' },
  ),
  kin(
    'negative balance for a month between',
    [
      deposit('2025-01-10', '1000'),
      money('2025-03-10', 'Комиссия', '-1200', 'COMMISSION'),
      deposit('2025-04-10', '1200'),
      interest('2025-06-10', '100'),
    ],
    { twr: { '': null }, drawdown: null },
    { cash: { RUB: '1100' } },
  ),
  kin(
    'interest on a day with a deposit of unknown order',
    [deposit('2025-01-10', '1000'), deposit('2025-03-10T00:00', '1000'), interest('2025-03-10T00:00', '100')],
    { twr: { '': 0.05 } },
    { cash: { RUB: '2100' } },
  ),
  kin(
    'sale below the last known value',
    [
      d,
      trade('2025-03-03', 'MBLW@MISX', '10', '100', '-1000'),
      trade('2025-03-10', 'MBLW@MISX', '1', '120', '-120'),
      trade('2025-03-12', 'MBLW@MISX', '11', '60', '660'),
    ],
    { twr: { 'MBLW@MISX': -0.4 }, realized: '-460' },
    { cash: { RUB: '99540' } },
  ),
  kin(
    'written off by a sale at 0',
    [d, trade('2025-03-03', 'MWRO@MISX', '10', '100', '-1000'), trade('2025-03-05', 'MWRO@MISX', '10', '0.0', '0')],
    { twr: { 'MWRO@MISX': -1 }, realized: '-1000', unknown: 0 },
    { cash: { RUB: '99000' } },
  ),
  kin(
    'dividend in two rows, tax in one, in dollars',
    [
      deposit('2025-01-10', '10000', 'USD'),
      trade('2025-02-03', 'MDUS@MISX', '100', '50', '-5000', { currency: 'USD' }),
      paid('2025-05-20', 'Dividend', 'MDUS@MISX', '15', 'USD'),
      paid('2025-05-21', 'Dividend', 'MDUS@MISX', '9', 'USD'),
      tax('2025-05-21', '-2.4', { symbol: 'MDUS@MISX', currency: 'USD' }),
    ],
    { payments: ['received USD 24 2.4 21.6'], income: '24', taxes: '2.4' },
    {
      instruments: {
        'MDUS@MISX': {
          currency: 'USD',
          price: '50',
          dividends: [{ date: '2025-05-12', amount: '0.24', currency: 'USD' }],
        },
      },
    },
  ),
  kin(
    'purchase that is cancelled a week later',
    [
      d,
      trade('2025-02-03', 'MRVE@MISX', '100', '100', '-10000'),
      trade('2025-02-10', 'MRVE@MISX', '100', '100', '10000', { name: 'Сторно покупки' }),
      interest('2025-06-10', '1000'),
    ],
    { kinds: ['reversal', 'reversal', 'interest'], lots: [], realized: '0', twr: { '': 0.01 }, drawdown: null },
    { cash: { RUB: '101000' } },
  ),
]
