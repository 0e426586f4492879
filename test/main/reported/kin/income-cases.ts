import { coupon, deposit, kin, money, paid, tax, trade, type Kin } from './drafts.ts'

const d = deposit('2025-01-10', '100000')
const dividend = (date: string, amount: string, currency = 'RUB') => ({ dividends: [{ date, amount, currency }] })

export const incomeCases: readonly Kin[] = [
  kin(
    'dollars paid in roubles with two taxes on two days',
    [
      d,
      trade('2025-02-03', 'IUSA@MISX', '100', '50', '-5000'),
      paid('2025-05-20', 'Дивиденды', 'IUSA@MISX', '2160'),
      tax('2025-05-21', '-200', { symbol: 'IUSA@MISX' }),
      tax('2025-05-22', '-80.8', { symbol: 'IUSA@MISX' }),
    ],
    { payments: ['received RUB 2160 280.8 1879.2'], income: '2160', taxes: '280.8' },
    { instruments: { 'IUSA@MISX': dividend('2025-05-12', '0.24', 'USD') } },
  ),
  kin(
    'dollars paid in roubles, taxes without a symbol',
    [
      d,
      trade('2025-02-03', 'IUSB@MISX', '250', '50', '-12500'),
      paid('2025-06-20', 'Dividend', 'IUSB@MISX', '9000'),
      tax('2025-06-20', '-900', { name: 'Withholding tax' }),
      tax('2025-06-21', '-270', { name: 'Income tax' }),
    ],
    { payments: ['received RUB 9000 1170 7830'], taxes: '1170' },
    { instruments: { 'IUSB@MISX': dividend('2025-06-12', '0.4', 'USD') } },
  ),
  kin(
    'coupon of a replacement bond',
    [d, trade('2025-02-03', 'IRBA@MISX', '10', '90', '-81000'), paid('2025-05-13', 'Купон', 'IRBA@MISX', '18000')],
    { kinds: ['buy', 'coupon'], payments: ['received RUB 18000 0 18000'] },
    {
      instruments: {
        'IRBA@MISX': {
          type: 'BONDS',
          price: '90',
          currency: 'USD',
          face: '1000',
          events: [coupon('2025-05-12', '20')],
        },
      },
    },
  ),
  kin(
    'two coupons of one week, one in dollars',
    [
      d,
      trade('2025-02-03', 'IRBB@MISX', '10', '90', '-8100'),
      trade('2025-02-03', 'IRBC@MISX', '10', '90', '-9000'),
      paid('2025-05-13', 'Выплата купона', 'IRBB@MISX', '1800'),
      paid('2025-05-13', 'Выплата купона', 'IRBC@MISX', '300'),
    ],
    { payments: ['received RUB 1800 0 1800', 'received RUB 300 0 300'] },
    {
      instruments: {
        'IRBB@MISX': { type: 'BONDS', price: '90', currency: 'USD', face: '100', events: [coupon('2025-05-12', '2')] },
        'IRBC@MISX': { type: 'BONDS', price: '90', events: [coupon('2025-05-12', '30')] },
      },
    },
  ),
  kin(
    'two taxes on two days of one dividend in roubles',
    [
      d,
      trade('2025-02-03', 'ITXA@MISX', '100', '50', '-5000'),
      paid('2025-05-20', 'Дивиденды', 'ITXA@MISX', '1000'),
      tax('2025-05-21', '-100'),
      tax('2025-05-22', '-30'),
    ],
    { payments: ['received RUB 1000 130 870'] },
    { instruments: { 'ITXA@MISX': dividend('2025-05-12', '10') } },
  ),
  kin(
    'three coupons of a day, taxes a day later in another order',
    [
      d,
      ...['A', 'B', 'C'].map((each) => trade('2025-02-03', `ITC${each}@MISX`, '10', '100', '-10000')),
      paid('2025-05-12', 'Купон', 'ITCA@MISX', '300'),
      paid('2025-05-12', 'Купон', 'ITCB@MISX', '100'),
      paid('2025-05-12', 'Купон', 'ITCC@MISX', '200'),
      tax('2025-05-13', '-26'),
      tax('2025-05-13', '-39'),
      tax('2025-05-14', '-13'),
    ],
    { payments: ['received RUB 100 13 87', 'received RUB 200 26 174', 'received RUB 300 39 261'] },
    {
      instruments: {
        'ITCA@MISX': { type: 'BONDS', price: '100', events: [coupon('2025-05-12', '30')] },
        'ITCB@MISX': { type: 'BONDS', price: '100', events: [coupon('2025-05-12', '10')] },
        'ITCC@MISX': { type: 'BONDS', price: '100', events: [coupon('2025-05-12', '20')] },
      },
    },
  ),
  kin(
    'dividend that differs from the declared amount',
    [d, trade('2025-02-03', 'IDFA@MISX', '100', '50', '-5000'), paid('2025-05-20', 'Дивиденды', 'IDFA@MISX', '940')],
    { payments: ['partial RUB 940 0 940'] },
    { instruments: { 'IDFA@MISX': dividend('2025-05-12', '10') } },
  ),
  kin(
    'dividend with a cancelled first payment',
    [
      d,
      trade('2025-02-03', 'IRVA@MISX', '100', '50', '-5000'),
      paid('2025-05-20', 'Дивиденды', 'IRVA@MISX', '1000'),
      paid('2025-05-20T11:00', 'Отмена: Дивиденды', 'IRVA@MISX', '-1000', 'RUB', 'OUTCOMES'),
      paid('2025-05-23', 'Дивиденды', 'IRVA@MISX', '1000'),
      tax('2025-05-23', '-130'),
    ],
    { payments: ['received RUB 1000 130 870'], income: '1000' },
    { instruments: { 'IRVA@MISX': dividend('2025-05-12', '10') } },
  ),
  kin(
    'dividend without a currency, in an account of dollars',
    [
      deposit('2025-01-10', '1000', 'USD'),
      trade('2025-02-03', 'INCA@MISX', '10', '50', '-500', { currency: 'USD' }),
      paid('2025-05-20', 'Dividend', 'INCA@MISX', '4', ''),
    ],
    { income: '4', payments: ['unexpected USD 4 0 4'], remainder: [] },
    { instruments: { 'INCA@MISX': { currency: 'USD', price: '50' } } },
  ),
  kin(
    'all amounts of 0 have no currency',
    [
      deposit('2025-01-10', '1000', 'USD'),
      trade('2025-02-03', 'INCB@RTSX', '1', '50', '0', { currency: '', name: 'Покупка' }),
      money('2025-02-04', 'Комиссия', '0', 'COMMISSION', ''),
    ],
    { realized: '0', fees: '0', netDeposits: '1000' },
    { instruments: { 'INCB@RTSX': { type: 'FUTURES', currency: 'USD', expires: '2026-12-18' } } },
  ),
]
