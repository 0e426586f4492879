import {
  amortization,
  coupon,
  deposit,
  interest,
  kin,
  money,
  paid,
  pieces,
  tax,
  trade,
  withdrawal,
  type Kin,
} from './drafts.ts'

const d = deposit('2025-01-10', '100000')
const bond = (price: string, events: readonly object[], more = {}) =>
  ({ type: 'BONDS', price, events, ...more }) as never

export const moreCases: readonly Kin[] = [
  kin(
    'exchange of roubles into yuan with a fee beside it',
    [
      d,
      money('2025-02-03', 'Конвертация валюты', '-12500'),
      money('2025-02-03', 'Конвертация валюты', '1000', 'OTHERS', 'CNY'),
      money('2025-02-03', 'Комиссия за конвертацию', '-25', 'COMMISSION'),
    ],
    { kinds: ['currency-exchange', 'currency-exchange', 'commission'], differences: 0 },
    { cash: { RUB: '87475', CNY: '1000' } },
  ),
  kin(
    'exchange in English, sold dollars first',
    [
      deposit('2025-01-10', '1000', 'USD'),
      money('2025-02-03', 'Currency exchange', '-400', 'OTHERS', 'USD'),
      money('2025-02-03', 'Currency exchange', '36000'),
    ],
    { kinds: ['currency-exchange', 'currency-exchange'], differences: 0 },
    { cash: { RUB: '36000', USD: '600' } },
  ),
  kin(
    'exchange booked in two rows and paid out in one',
    [
      d,
      money('2025-02-03', 'Обмен валюты', '-45000'),
      money('2025-02-03', 'Обмен валюты', '-45000'),
      money('2025-02-03', 'Обмен валюты', '1000', 'OTHERS', 'USD'),
    ],
    { kinds: ['currency-exchange', 'currency-exchange', 'currency-exchange'], differences: 0 },
    { cash: { RUB: '10000', USD: '1000' } },
  ),
  kin(
    'transfer of an option exercise',
    [
      d,
      trade('2025-02-03', 'MOPX@RTSX', '5', '20', '-100'),
      pieces('2025-03-20', 'Исполнение опциона', 'MOPX@RTSX', '-5'),
    ],
    { kinds: ['buy', 'expiration'], lots: [], realized: '-100', unknown: 0, netDeposits: '100000' },
    { instruments: { 'MOPX@RTSX': { type: 'OPTIONS' } } },
  ),
  kin(
    'redemption booked as OUTCOMES with pieces in the row',
    [
      d,
      trade('2025-02-03', 'MRDA@MISX', '10', '97', '-9700'),
      { ...paid('2025-08-05', 'Погашение облигаций', 'MRDA@MISX', '10000'), change_qty: '-10' },
    ],
    { kinds: ['buy', 'redemption'], lots: [], realized: '300', unknown: 0, netDeposits: '100000', differences: 0 },
    { instruments: { 'MRDA@MISX': bond('100', [amortization('2025-08-05', '1000', '0')]) }, cash: { RUB: '100300' } },
  ),
  kin(
    'pieces of a redemption leave a day before the money',
    [
      d,
      trade('2025-02-03', 'MRDB@MISX', '4', '101', '-4040'),
      pieces('2025-08-05', 'Списание ценных бумаг', 'MRDB@MISX', '-4'),
      paid('2025-08-06', 'Погашение', 'MRDB@MISX', '4000'),
    ],
    {
      kinds: ['buy', 'redemption', 'redemption'],
      lots: [],
      realized: '-40',
      unknown: 0,
      netDeposits: '100000',
      differences: 0,
    },
    { instruments: { 'MRDB@MISX': bond('100', [amortization('2025-08-05', '1000', '0')]) }, cash: { RUB: '99960' } },
  ),
  kin(
    'money of a redemption as a transfer',
    [
      d,
      trade('2025-02-03', 'MRDC@MISX', '10', '97', '-9700'),
      paid('2025-08-06', 'Погашение облигаций', 'MRDC@MISX', '10000', 'RUB', 'TRANSFER'),
    ],
    { kinds: ['buy', 'redemption'], lots: [], realized: '300', unknown: 0, netDeposits: '100000', differences: 0 },
    { instruments: { 'MRDC@MISX': bond('100', [amortization('2025-08-05', '1000', '0')]) }, cash: { RUB: '100300' } },
  ),
  kin(
    'redemption with the last coupon in one week, tax later',
    [
      d,
      trade('2025-02-03', 'MRDD@MISX', '10', '100', '-10000'),
      paid('2025-08-06', 'Выплата купона', 'MRDD@MISX', '400'),
      paid('2025-08-06', 'Погашение номинала', 'MRDD@MISX', '10000'),
      tax('2025-08-07', '-52'),
    ],
    {
      kinds: ['buy', 'coupon', 'redemption', 'tax'],
      lots: [],
      realized: '0',
      income: '400',
      taxes: '52',
      unknown: 0,
      netDeposits: '100000',
    },
    {
      instruments: { 'MRDD@MISX': bond('100', [amortization('2025-08-05', '1000', '0'), coupon('2025-08-05', '40')]) },
    },
  ),
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
    'amortization of a replacement bond in roubles',
    [
      d,
      trade('2025-02-03', 'MRBO@MISX', '10', '90', '-81000'),
      paid('2025-05-13', 'Погашение номинала', 'MRBO@MISX', '18000'),
    ],
    { kinds: ['buy', 'amortization'], lots: ['MRBO 10 64800'], unknown: 0 },
    {
      instruments: {
        'MRBO@MISX': bond('90', [amortization('2025-05-12', '20', '80')], { currency: 'USD', face: '80' }),
      },
    },
  ),
]
