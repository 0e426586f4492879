import { amortization, deposit, kin, money, paid, pieces, trade, type Kin, interest } from './drafts.ts'

const d = deposit('2025-01-10', '100000')

export const kindCases: readonly Kin[] = [
  kin(
    'split 1:4, Дробление',
    [
      d,
      trade('2025-02-03', 'KSPA@MISX', '100', '20', '-2000'),
      pieces('2025-05-05', 'Дробление акций', 'KSPA@MISX', '300'),
      trade('2025-06-02', 'KSPA@MISX', '200', '6', '1200'),
    ],
    {
      kinds: ['buy', 'split', 'sell'],
      lots: ['KSPA 200 1000'],
      realized: '200',
      unknown: 0,
      netDeposits: '100000',
      differences: 0,
    },
    { positions: { 'KSPA@MISX': '200' }, cash: { RUB: '99200' } },
  ),
  kin(
    'split 1:3 in English, booked as OTHERS, ids fall',
    [
      d,
      trade('2025-02-03', 'KSPB@MISX', '30', '90', '-2700'),
      pieces('2025-05-05', 'Stock split', 'KSPB@MISX', '60', 'OTHERS'),
      trade('2025-06-02', 'KSPB@MISX', '45', '20', '900'),
    ],
    { kinds: ['buy', 'split', 'sell'], lots: ['KSPB 45 1350'], realized: '-450', unknown: 0, netDeposits: '100000' },
    { ids: 'falling' },
  ),
  kin(
    'consolidation 7:1 in two rows two days apart',
    [
      d,
      trade('2025-02-03', 'KSPC@MISX', '700', '10', '-7000'),
      pieces('2025-05-05', 'Консолидация акций', 'KSPC@MISX', '-700'),
      pieces('2025-05-07', 'Консолидация акций', 'KSPC@MISX', '100'),
      trade('2025-06-02', 'KSPC@MISX', '40', '90', '3600'),
    ],
    {
      kinds: ['buy', 'split', 'split', 'sell'],
      lots: ['KSPC 60 4200'],
      realized: '800',
      unknown: 0,
      netDeposits: '100000',
    },
  ),
  kin(
    'split of two lots by the difference, plain name, event known only by rows',
    [
      d,
      trade('2025-02-03', 'KSPD@MISX', '10', '50', '-500'),
      trade('2025-03-03', 'KSPD@MISX', '20', '80', '-1600'),
      pieces('2025-05-05', 'Зачисление ценных бумаг', 'KSPD@MISX', '60'),
      pieces('2025-05-05', 'Списание ценных бумаг', 'KSPD@MISX', '-30'),
    ],
    {
      kinds: ['buy', 'buy', 'split', 'split'],
      lots: ['KSPD 20 500', 'KSPD 40 1600'],
      realized: '0',
      unknown: 0,
      netDeposits: '100000',
    },
  ),
  kin(
    'option expires worthless by a transfer',
    [
      d,
      trade('2025-02-03', 'KOPA@RTSX', '10', '50', '-500'),
      pieces('2025-03-20', 'Истечение срока опциона', 'KOPA@RTSX', '-10'),
    ],
    { kinds: ['buy', 'expiration'], lots: [], realized: '-500', unknown: 0, netDeposits: '100000' },
    { instruments: { 'KOPA@RTSX': { type: 'OPTIONS' } } },
  ),
  kin(
    'sold option expires, in English',
    [
      d,
      trade('2025-02-03', 'KOPB@RTSX', '10', '50', '500'),
      pieces('2025-03-20', 'Option expired worthless', 'KOPB@RTSX', '10'),
    ],
    { kinds: ['sell', 'expiration'], lots: [], realized: '500', unknown: 0, netDeposits: '100000' },
    { instruments: { 'KOPB@RTSX': { type: 'OPTIONS' } } },
  ),
  kin(
    'merger two for one',
    [
      d,
      trade('2025-02-03', 'KMOA@MISX', '100', '50', '-5000'),
      pieces('2025-05-05', 'Присоединение: списание', 'KMOA@MISX', '-100'),
      pieces('2025-05-05', 'Присоединение: зачисление', 'KMNA@MISX', '50'),
      trade('2025-06-02', 'KMNA@MISX', '20', '120', '2400'),
    ],
    {
      kinds: ['buy', 'split', 'split', 'sell'],
      lots: ['KMNA 30 3000'],
      realized: '400',
      unknown: 0,
      netDeposits: '100000',
    },
  ),
  kin(
    'ticker change, rows a day apart',
    [
      d,
      trade('2025-02-03', 'KMOB@MISX', '40', '50', '-2000'),
      pieces('2025-05-05', 'Смена тикера', 'KMOB@MISX', '-40'),
      pieces('2025-05-06', 'Смена тикера', 'KMNB@MISX', '40'),
      trade('2025-06-02', 'KMNB@MISX', '10', '60', '600'),
    ],
    {
      kinds: ['buy', 'split', 'split', 'sell'],
      lots: ['KMNB 30 1500'],
      realized: '100',
      unknown: 0,
      netDeposits: '100000',
    },
  ),
  kin(
    'Merger in English, new pieces first, half an hour apart',
    [
      d,
      trade('2025-02-03', 'KMOC@MISX', '100', '50', '-5000'),
      pieces('2025-05-05T09:00', 'Merger', 'KMNC@MISX', '25'),
      pieces('2025-05-05T09:30', 'Merger', 'KMOC@MISX', '-100'),
    ],
    { kinds: ['buy', 'split', 'split'], lots: ['KMNC 25 5000'], realized: '0', unknown: 0, netDeposits: '100000' },
  ),
  kin(
    'first repayment 300, last 700, both named redemption',
    [
      d,
      trade('2025-02-03', 'KRDA@MISX', '10', '95', '-9500'),
      paid('2025-05-06', 'Погашение номинала', 'KRDA@MISX', '3000'),
      paid('2025-08-06', 'Погашение номинала', 'KRDA@MISX', '7000'),
    ],
    {
      kinds: ['buy', 'amortization', 'redemption'],
      lots: [],
      realized: '500',
      unknown: 0,
      netDeposits: '100000',
      differences: 0,
    },
    {
      instruments: {
        'KRDA@MISX': {
          type: 'BONDS',
          price: '100',
          events: [amortization('2025-05-05', '300', '700'), amortization('2025-08-05', '700', '0')],
        },
      },
      cash: { RUB: '100500' },
    },
  ),
  kin(
    'redemption in rows for 6 and 4 bonds, pieces two days later',
    [
      d,
      trade('2025-02-03', 'KRDB@MISX', '10', '97', '-9700'),
      paid('2025-08-05', 'Погашение облигаций', 'KRDB@MISX', '6000'),
      paid('2025-08-05', 'Погашение облигаций', 'KRDB@MISX', '4000'),
      pieces('2025-08-07', 'Списание ценных бумаг', 'KRDB@MISX', '-10'),
    ],
    {
      kinds: ['buy', 'redemption', 'redemption', 'redemption'],
      lots: [],
      realized: '300',
      unknown: 0,
      netDeposits: '100000',
      differences: 0,
    },
    {
      instruments: { 'KRDB@MISX': { type: 'BONDS', price: '100', events: [amortization('2025-08-05', '1000', '0')] } },
      cash: { RUB: '100300' },
    },
  ),
  kin(
    'redemption without an event served',
    [
      d,
      trade('2025-02-03', 'KRDC@MISX', '10', '97', '-9700'),
      paid('2025-08-05', 'Погашение облигаций', 'KRDC@MISX', '10000'),
      pieces('2025-08-05', 'Погашение облигаций', 'KRDC@MISX', '-10'),
    ],
    { kinds: ['buy', 'redemption', 'redemption'], lots: [], realized: '300', unknown: 0, netDeposits: '100000' },
    { instruments: { 'KRDC@MISX': { type: 'BONDS', price: '100' } } },
  ),
  kin(
    'cancelled commission',
    [
      d,
      money('2025-02-03', 'Комиссия за обслуживание', '-150', 'COMMISSION'),
      money('2025-02-05', 'Отмена комиссии за обслуживание', '150', 'COMMISSION'),
    ],
    { kinds: ['reversal', 'reversal'], fees: '0', income: '0', netDeposits: '100000', remainder: [] },
  ),
  kin(
    'cancelled dividend, paid again smaller',
    [
      d,
      trade('2025-02-03', 'KDVA@MISX', '100', '50', '-5000'),
      paid('2025-05-06', 'Дивиденды', 'KDVA@MISX', '870'),
      paid('2025-05-08', 'Сторно: дивиденды', 'KDVA@MISX', '-870', 'RUB', 'OUTCOMES'),
      paid('2025-05-12', 'Дивиденды', 'KDVA@MISX', '800'),
    ],
    { kinds: ['buy', 'reversal', 'reversal', 'dividend'], income: '800', remainder: [] },
  ),
  kin(
    'cancelled tax',
    [
      d,
      interest('2025-02-03', '1000'),
      money('2025-02-03', 'Налог', '-130', 'TAX'),
      money('2025-02-04', 'Налог: сторно', '130', 'TAX'),
    ],
    { kinds: ['interest', 'reversal', 'reversal'], taxes: '0', income: '1000' },
  ),
  kin(
    'reversal of a reversal',
    [
      d,
      trade('2025-02-03', 'KRVA@MISX', '10', '100', '-1000'),
      trade('2025-02-04', 'KRVA@MISX', '10', '100', '1000', { name: 'Сторно покупки' }),
      trade('2025-02-05', 'KRVA@MISX', '10', '100', '-1000', { name: 'Отмена сторно' }),
    ],
    { lots: ['KRVA 10 1000'], realized: '0', unknown: 0 },
  ),
  kin(
    'reversal of a part',
    [
      d,
      trade('2025-02-03', 'KRVB@MISX', '40', '100', '-4000'),
      trade('2025-02-04', 'KRVB@MISX', '10', '100', '1000', { name: 'Сторно части покупки' }),
    ],
    { lots: ['KRVB 30 3000'], realized: '0', unknown: 0 },
  ),
]
