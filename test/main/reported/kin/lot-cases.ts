import { amortization, deposit, kin, pieces, paid, trade, type Kin } from './drafts.ts'

const d = deposit('2025-01-10', '100000')
const moved = (name: string, symbol: string, arrives: string, cost: string): Kin =>
  kin(
    name,
    [d, trade('2025-02-03', symbol, '60', '10', '-600'), pieces('2025-03-03', 'Перевод ценных бумаг', symbol, '-60')],
    { lots: [], lotsOfB: [cost], realized: '0' },
    { b: { rows: [pieces(arrives, 'Перевод ценных бумаг', symbol, '60')] } },
  )

export const lotCases: readonly Kin[] = [
  moved('own transfer after 13 days', 'LTRA@MISX', '2025-03-16', 'LTRA 60 600'),
  moved('own transfer after 14 days', 'LTRB@MISX', '2025-03-17', 'LTRB 60 600'),
  moved('own transfer after 14 days, in the evening', 'LTRE@MISX', '2025-03-17T20:00', 'LTRE 60 600'),
  moved('own transfer after 15 days', 'LTRC@MISX', '2025-03-18', 'LTRC 60 '),
  kin(
    'own transfer of a part, FIFO',
    [
      d,
      trade('2025-02-03', 'LTRD@MISX', '40', '10', '-400'),
      trade('2025-02-10', 'LTRD@MISX', '60', '20', '-1200'),
      pieces('2025-03-03', 'Перевод ЦБ на другой счет', 'LTRD@MISX', '-60'),
    ],
    { lots: ['LTRD 40 800'], lotsOfB: ['LTRD 20 400', 'LTRD 40 400'], realized: '0' },
    { b: { rows: [pieces('2025-03-08', 'Перевод ЦБ с другого счета', 'LTRD@MISX', '60')] } },
  ),
  kin(
    'own transfer that arrives in two rows',
    [
      d,
      trade('2025-02-03', 'LTRF@MISX', '60', '10', '-600'),
      pieces('2025-03-03', 'Перевод ценных бумаг', 'LTRF@MISX', '-60'),
    ],
    { lots: [], realized: '0' },
    {
      b: {
        rows: [
          pieces('2025-03-08', 'Перевод ценных бумаг', 'LTRF@MISX', '25'),
          pieces('2025-03-08', 'Перевод ценных бумаг', 'LTRF@MISX', '35'),
        ],
      },
    },
  ),
  kin(
    'out and back after ten days, a part sold between',
    [
      d,
      trade('2025-02-03', 'LOBA@MISX', '100', '10', '-1000'),
      pieces('2025-03-03', 'Перевод между разделами', 'LOBA@MISX', '-60'),
      trade('2025-03-05', 'LOBA@MISX', '40', '15', '600'),
      pieces('2025-03-13', 'Перевод между разделами', 'LOBA@MISX', '60'),
    ],
    { lots: ['LOBA 60 600'], realized: '200', unknown: 0 },
  ),
  kin(
    'repayments three days apart',
    [
      d,
      trade('2025-01-20', 'LAMA@MISX', '10', '98', '-9800'),
      paid('2025-03-12', 'Амортизация', 'LAMA@MISX', '500'),
      paid('2025-03-15', 'Амортизация', 'LAMA@MISX', '500'),
    ],
    { kinds: ['buy', 'amortization', 'amortization'], lots: ['LAMA 10 8820'], realized: '20', unknown: 0 },
    {
      instruments: {
        'LAMA@MISX': {
          type: 'BONDS',
          face: '900',
          price: '100',
          events: [amortization('2025-03-10', '50', '950'), amortization('2025-03-13', '50', '900')],
        },
      },
    },
  ),
  kin(
    'different repayments three days apart, the later one is paid first',
    [
      d,
      trade('2025-01-20', 'LAMB@MISX', '10', '100', '-10000'),
      paid('2025-03-14', 'Частичное погашение', 'LAMB@MISX', '2000'),
      paid('2025-03-20', 'Частичное погашение', 'LAMB@MISX', '1000'),
    ],
    { kinds: ['buy', 'amortization', 'amortization'], lots: ['LAMB 10 7000'], realized: '0', unknown: 0 },
    {
      instruments: {
        'LAMB@MISX': {
          type: 'BONDS',
          face: '700',
          price: '100',
          events: [amortization('2025-03-10', '100', '900'), amortization('2025-03-13', '200', '700')],
        },
      },
    },
  ),
  kin(
    'a repayment in two rows',
    [
      d,
      trade('2025-01-20', 'LAMC@MISX', '10', '98', '-9800'),
      paid('2025-03-11', 'Амортизация', 'LAMC@MISX', '300'),
      paid('2025-03-12', 'Амортизация', 'LAMC@MISX', '200'),
    ],
    { lots: ['LAMC 10 9310'], realized: '10', unknown: 0 },
    {
      instruments: {
        'LAMC@MISX': { type: 'BONDS', face: '950', price: '100', events: [amortization('2025-03-10', '50', '950')] },
      },
    },
  ),
  kin(
    'two lots and a repayment',
    [
      d,
      trade('2025-01-20', 'LAMD@MISX', '10', '98', '-9800'),
      trade('2025-02-20', 'LAMD@MISX', '5', '102', '-5100'),
      paid('2025-03-12', 'Погашение номинала', 'LAMD@MISX', '3000'),
    ],
    { kinds: ['buy', 'buy', 'amortization'], lots: ['LAMD 10 7840', 'LAMD 5 4080'], realized: '20', unknown: 0 },
    {
      instruments: {
        'LAMD@MISX': { type: 'BONDS', face: '800', price: '100', events: [amortization('2025-03-10', '200', '800')] },
      },
    },
  ),
  kin(
    'a bond in dollars, repaid in roubles in two parts, both named redemption',
    [
      d,
      trade('2025-01-20', 'LAME@MISX', '10', '90', '-81000'),
      paid('2025-03-12', 'Погашение номинала', 'LAME@MISX', '27000'),
      paid('2025-06-12', 'Погашение номинала', 'LAME@MISX', '63700'),
      pieces('2025-06-12', 'Погашение облигаций', 'LAME@MISX', '-10'),
    ],
    { kinds: ['buy', 'amortization', 'redemption', 'redemption'], lots: [], unknown: 0 },
    {
      instruments: {
        'LAME@MISX': {
          ...{ type: 'BONDS', currency: 'USD', face: '100', price: '90' },
          events: [amortization('2025-03-10', '30', '70'), amortization('2025-06-10', '70', '0')],
        },
      },
    },
  ),
  kin(
    'a bond in dollars, a part of it repaid in roubles',
    [
      d,
      trade('2025-01-20', 'LAMF@MISX', '10', '90', '-81000'),
      paid('2025-03-12', 'Погашение номинала', 'LAMF@MISX', '27000'),
    ],
    { kinds: ['buy', 'amortization'], lots: ['LAMF 10 56700'], unknown: 0 },
    {
      instruments: {
        'LAMF@MISX': {
          ...{ type: 'BONDS', currency: 'USD', face: '70', price: '90' },
          events: [amortization('2025-03-10', '30', '70'), amortization('2025-06-10', '70', '0')],
        },
      },
    },
  ),
  kin(
    'a part sold at a stated price of 0',
    [
      d,
      trade('2025-02-03', 'LWOA@MISX', '100', '20', '-2000'),
      trade('2025-09-09', 'LWOA@MISX', '60', '0.0', '0', { change_qty: '-60' }),
    ],
    { lots: ['LWOA 40 800'], realized: '-1200', unknown: 0 },
  ),
  kin(
    'a bond sold at a stated price of 0 without an amount',
    [
      d,
      trade('2025-02-03', 'LWOB@MISX', '10', '95', '-9500'),
      {
        at: '2025-09-09T09:00:00Z',
        category: 'OTHERS',
        name: 'Продажа',
        symbol: 'LWOB@MISX',
        size: '10',
        price: '0.0',
        change_qty: '-10',
      },
    ],
    { lots: [], realized: '-9500', unknown: 0 },
    { instruments: { 'LWOB@MISX': { type: 'BONDS', price: '100' } } },
  ),
  kin(
    'sold at a stated price of 0 with an amount without a currency, in English',
    [
      d,
      trade('2025-02-03', 'LWOC@MISX', '100', '20', '-2000'),
      trade('2025-09-09', 'LWOC@MISX', '100', '0.0', '0', { name: 'Sale', currency: '' }),
    ],
    { lots: [], realized: '-2000', unknown: 0 },
  ),
  kin(
    'spin-off, two rows of the child',
    [
      d,
      trade('2025-02-03', 'LSOA@MISX', '100', '90', '-9000'),
      pieces('2025-05-05', 'Spin-off', 'LSOC@MISX', '15'),
      pieces('2025-05-05', 'Spin-off', 'LSOC@MISX', '5'),
      trade('2025-05-06', 'LSOC@MISX', '20', '50', '1000'),
    ],
    { kinds: ['buy', 'split', 'split', 'sell'], lots: ['LSOA 100 9000'], netDeposits: '100000' },
  ),
  kin(
    'split while a part is lent',
    [
      d,
      trade('2025-02-03', 'LLSA@MISX', '100', '20', '-2000'),
      pieces('2025-04-01', 'Займ ценных бумаг', 'LLSA@MISX', '-40'),
      pieces('2025-05-05', 'Сплит акций', 'LLSA@MISX', '60'),
      pieces('2025-06-02', 'Займ ценных бумаг: возврат', 'LLSA@MISX', '80'),
      trade('2025-07-01', 'LLSA@MISX', '100', '12', '1200'),
    ],
    { lots: ['LLSA 100 1000'], realized: '200', unknown: 0 },
  ),
  kin(
    'bond bought with accrued interest, repaid',
    [
      d,
      trade('2025-02-03', 'LACC@MISX', '10', '97', '-9950', { accrued: '250' }),
      paid('2025-08-05', 'Погашение облигаций', 'LACC@MISX', '10000'),
      pieces('2025-08-06', 'Погашение облигаций', 'LACC@MISX', '-10'),
    ],
    { lots: [], realized: '300', income: '-250', unknown: 0, netDeposits: '100000' },
    {
      instruments: { 'LACC@MISX': { type: 'BONDS', price: '100', events: [amortization('2025-08-05', '1000', '0')] } },
    },
  ),
]
