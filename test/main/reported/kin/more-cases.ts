import { amortization, coupon, deposit, kin, money, paid, pieces, tax, trade, type Kin } from './drafts.ts'

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
    'cancelled sale of futures',
    [
      d,
      { ...trade('2025-02-03', 'KFUT@RTSX', '2', '100', '0'), name: 'Покупка' },
      { ...trade('2025-02-03T12:00', 'KFUT@RTSX', '2', '100', '0'), name: 'Отмена: покупка' },
      paid('2025-02-03T20:00', 'Вариационная маржа', 'KFUT@RTSX', '-10', 'RUB', 'OTHERS'),
    ],
    { kinds: ['reversal', 'reversal', 'variation-margin'], lots: [], realized: '-10', unknown: 0 },
    { instruments: { 'KFUT@RTSX': { type: 'FUTURES', expires: '2026-03-20' } } },
  ),
  kin(
    'money for a fraction of a piece after a split',
    [
      d,
      trade('2025-02-03', 'MCIL@MISX', '15', '100', '-1500'),
      pieces('2025-05-05', 'Сплит', 'MCIL@MISX', '7'),
      paid('2025-05-06', 'Сплит: компенсация за дробную часть', 'MCIL@MISX', '33', 'RUB', 'OTHERS'),
    ],
    { kinds: ['buy', 'split', 'other-income'], lots: ['MCIL 22 1500'], income: '33', remainder: [], differences: 0 },
    { positions: { 'MCIL@MISX': '22' }, cash: { RUB: '98533' } },
  ),
  kin(
    'a merger that pays money beside the pieces',
    [
      d,
      trade('2025-02-03', 'MMCA@MISX', '10', '100', '-1000'),
      pieces('2025-05-05', 'Слияние', 'MMCA@MISX', '-10'),
      pieces('2025-05-05', 'Слияние', 'MMCB@MISX', '5'),
      paid('2025-05-05', 'Слияние: денежная компенсация', 'MMCA@MISX', '100', 'RUB', 'OTHERS'),
    ],
    {
      kinds: ['buy', 'split', 'split', 'other-income'],
      lots: ['MMCB 5 1000'],
      income: '100',
      remainder: [],
      differences: 0,
    },
    { positions: { 'MMCB@MISX': '5' }, cash: { RUB: '99100' } },
  ),
  kin(
    'moved to another market under the same ticker',
    [
      d,
      trade('2025-02-03', 'MMKT@MISX', '10', '100', '-1000'),
      pieces('2025-05-05', 'Перевод ценных бумаг', 'MMKT@MISX', '-10'),
      pieces('2025-05-05', 'Перевод ценных бумаг', 'MMKT@SPBX', '10'),
      trade('2025-06-02', 'MMKT@SPBX', '4', '120', '480'),
    ],
    {
      kinds: ['buy', 'split', 'split', 'sell'],
      lots: ['MMKT 6 600'],
      realized: '80',
      unknown: 0,
      netDeposits: '100000',
    },
  ),
  kin(
    'a fee for a position on margin is interest',
    [d, money('2025-02-04', 'Плата за маржинальную позицию', '-10', 'OUTCOMES')],
    { kinds: ['interest'], remainder: [], differences: 0 },
    { cash: { RUB: '99990' } },
  ),
  kin(
    'a liquidated company pays a part, the pieces leave the next day',
    [
      d,
      trade('2025-02-03', 'MLIQ@MISX', '10', '100', '-1000'),
      paid('2025-05-05', 'Выплата при ликвидации эмитента', 'MLIQ@MISX', '300'),
      pieces('2025-05-06', 'Списание ценных бумаг', 'MLIQ@MISX', '-10'),
    ],
    { kinds: ['buy', 'redemption', 'redemption'], lots: [], realized: '-700', income: '0', netDeposits: '100000' },
    { cash: { RUB: '99300' } },
  ),
  kin(
    'units of a fund are redeemed',
    [
      d,
      trade('2025-02-03', 'MPIF@MISX', '10', '100', '-1000'),
      paid('2025-05-05', 'Погашение паёв', 'MPIF@MISX', '1100'),
      pieces('2025-05-05', 'Погашение паёв', 'MPIF@MISX', '-10'),
    ],
    { kinds: ['buy', 'redemption', 'redemption'], lots: [], realized: '100', income: '0', netDeposits: '100000' },
    { cash: { RUB: '100100' }, instruments: { 'MPIF@MISX': { type: 'FUNDS' } } },
  ),
  kin(
    'an issuer buys shares back, in one row',
    [
      d,
      trade('2025-02-03', 'MBUY@MISX', '10', '100', '-1000'),
      { ...paid('2025-05-05', 'Принудительный выкуп акций', 'MBUY@MISX', '1200', 'RUB', 'OTHERS'), change_qty: '-10' },
    ],
    { kinds: ['buy', 'redemption'], lots: [], realized: '200', income: '0', remainder: [] },
    { cash: { RUB: '100200' } },
  ),
  kin(
    'an option is settled in money, its pieces leave two days later',
    [
      d,
      trade('2025-02-03', 'MOCS@RTSX', '1', '50', '-50'),
      paid('2025-05-15', 'Исполнение опциона', 'MOCS@RTSX', '120', 'RUB', 'OTHERS'),
      pieces('2025-05-17', 'Исполнение опциона', 'MOCS@RTSX', '-1'),
    ],
    { kinds: ['buy', 'expiration', 'expiration'], lots: [], realized: '70', remainder: [] },
    { cash: { RUB: '100070' }, instruments: { 'MOCS@RTSX': { type: 'OPTIONS' } } },
  ),
  kin(
    'a sold option is settled in money, in two rows',
    [
      d,
      trade('2025-02-03', 'MOSS@RTSX', '1', '50', '50'),
      paid('2025-05-15', 'Option exercise', 'MOSS@RTSX', '-120', 'RUB', 'OTHERS'),
      pieces('2025-05-15', 'Option exercise', 'MOSS@RTSX', '1'),
    ],
    { kinds: ['sell', 'expiration', 'expiration'], lots: [], realized: '-70', remainder: [] },
    { cash: { RUB: '99930' }, instruments: { 'MOSS@RTSX': { type: 'OPTIONS' } } },
  ),
  kin(
    'a company in liquidation pays, and its pieces stay',
    [
      d,
      trade('2025-02-03', 'MLIS@MISX', '10', '100', '-1000'),
      paid('2025-05-05', 'Выплата при ликвидации эмитента', 'MLIS@MISX', '300'),
    ],
    { kinds: ['buy', 'dividend'], lots: ['MLIS 10 1000'], realized: '0', income: '300', differences: 0 },
    { cash: { RUB: '99300' }, positions: { 'MLIS@MISX': '10' } },
  ),
]
