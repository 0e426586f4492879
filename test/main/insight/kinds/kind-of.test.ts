import { describe, expect, test } from 'vitest'
import { kindOf, mayFollowFromEvent, type KindFacts } from '#main/insight/kinds/kind-of.ts'
import kindWords from '#main/insight/kinds/kind-words.json' with { type: 'json' }
import { namedMeaning } from '#main/insight/kinds/named-meaning.ts'
import { namedKinds } from './named-kinds.ts'

/** The facts of an incoming payment of the category OTHERS without an instrument. */
const facts = (changes: Partial<KindFacts>): KindFacts => ({
  category: 'OTHERS',
  name: '',
  symbol: '',
  instrumentType: null,
  hasTrade: false,
  hasBothAmounts: false,
  moneySign: 1,
  quantitySign: 0,
  nearEvents: [],
  ...changes,
})
const found = (changes: Partial<KindFacts>): string => {
  const { kind, rule } = kindOf(facts(changes))
  return `${kind} by ${rule}`
}

describe('words of the name', () => {
  test.each(namedKinds)('the name "%s" means %s', (name, kind) => {
    const moved = kind === 'split' ? ({ moneySign: 0, quantitySign: 1 } as const) : {}
    expect(kindOf(facts({ name, ...moved }))).toEqual({ kind, rule: kind === 'unknown' ? 'none' : 'words' })
  })

  test('more than eighty names are tested, in both languages', () => {
    const isRussian = ([name]: readonly [string, string]) => /[а-я]/i.test(name)
    expect(namedKinds.length).toBeGreaterThan(80)
    expect(namedKinds.filter(isRussian).length).toBeGreaterThan(30)
    expect(namedKinds.filter((entry) => !isRussian(entry)).length).toBeGreaterThan(30)
  })

  test('every meaning of the table has words in both languages and a test name', () => {
    for (const { russian, english } of kindWords.meanings) expect(Math.min(russian.length, english.length)).not.toBe(0)
    const tried = new Set([
      ...namedKinds.map(([name]) => namedMeaning(name)),
      namedMeaning('Покупка'),
      namedMeaning('Sold'),
    ])
    expect(
      kindWords.meanings.map(({ meaning }) => meaning).filter((meaning) => ![...tried].includes(meaning as never)),
    ).toEqual([])
  })

  test('if a name states both sides, the pieces decide the side', () => {
    const future = { symbol: 'SiZ6@RTSX', instrumentType: 'FUTURES', hasTrade: true, moneySign: 0 } as const
    for (const name of ['Покупка/продажа фьючерса', 'Купля-продажа', 'Buy/sell', 'Purchase or sale of futures']) {
      expect(found({ ...future, name })).toBe('unknown by none')
      expect(found({ ...future, name, quantitySign: -1 })).toBe('sell by trade')
    }
    expect(found({ ...future, name: 'Open long' })).toBe('buy by trade')
    expect(found({ ...future, name: 'Close long' })).toBe('sell by trade')
  })

  test('upper and lower case, ё and the width of letters make no difference', () => {
    expect(found({ name: 'ДИВИДЕНДЫ' })).toBe('dividend by words')
    expect(found({ name: 'Зачёт: ЗАЁМ' })).toBe('loan by words')
    expect(found({ name: 'ｃｏｕｐｏｎ' })).toBe('coupon by words')
  })

  test('a transfer that moves pieces is a transfer of securities, and the sign gives its direction', () => {
    const name = 'Перевод ценных бумаг'
    expect(found({ name, moneySign: 0, quantitySign: 1 })).toBe('securities-transfer-in by words')
    expect(found({ name, moneySign: 0, quantitySign: -1 })).toBe('securities-transfer-out by words')
    expect(found({ name, moneySign: -1 })).toBe('cash-transfer-out by words')
    expect(found({ name, moneySign: 0 })).toBe('unknown by none')
  })
})

describe('trades', () => {
  const trade = { hasTrade: true, symbol: 'SBER@MISX' }

  test('the sign of the money decides the side, even if the name states the other side', () => {
    expect(found({ ...trade, moneySign: -1 })).toBe('buy by trade')
    expect(found({ ...trade, moneySign: 1, name: 'Покупка актива' })).toBe('sell by trade')
    expect(found({ ...trade, moneySign: -1, name: 'Покупка Dividend Aristocrats ETF' })).toBe('buy by trade')
  })

  test('without money the name decides the side, and without a side in the name the pieces decide it', () => {
    const futures = { ...trade, moneySign: 0, instrumentType: 'FUTURES' } as const
    expect(found({ ...futures, name: 'Продажа актива', quantitySign: 1 })).toBe('sell by trade')
    expect(found({ ...futures, name: 'Сделка', quantitySign: -1 })).toBe('sell by trade')
    expect(found({ ...futures, name: 'Сделка', quantitySign: 1 })).toBe('buy by trade')
    expect(found({ ...futures, name: 'Сделка' })).toBe('unknown by none')
  })

  test('an option that expires without a payment is an expiration and not a sale', () => {
    expect(found({ ...trade, moneySign: 0, quantitySign: -1, name: 'Экспирация опциона' })).toBe('expiration by words')
  })

  test('a category that states the kind takes precedence over a trade', () => {
    expect(found({ ...trade, category: 'COMMISSION', moneySign: -1 })).toBe('commission by category')
    expect(found({ ...trade, category: 'TRANSFER', moneySign: 0, quantitySign: 1 })).toBe(
      'securities-transfer-in by category',
    )
    expect(found({ ...trade, category: 'INCOME', instrumentType: 'EQUITIES' })).toBe('dividend by type')
  })
})

test('what a share or a fund pays while its pieces stay is income, also from a liquidation', () => {
  const paid = { category: 'INCOME', symbol: 'X@MISX', name: 'Выплата при ликвидации эмитента' }
  expect(found({ ...paid, instrumentType: 'EQUITIES' })).toBe('dividend by type')
  expect(found({ ...paid, instrumentType: 'EQUITIES', quantitySign: -1 })).toBe('redemption by words')
  expect(found({ ...paid, instrumentType: 'BONDS' })).toBe('redemption by words')
})

describe('categories', () => {
  test.each([
    ['TAX', 'tax'],
    ['COMMISSION', 'commission'],
    ['FINE', 'fine'],
    ['DEPOSIT', 'deposit'],
    ['WITHDRAW', 'withdrawal'],
    ['INHERITANCE', 'inheritance'],
    ['LOAN', 'loan'],
    ['CONTRACT_TERMINATION', 'contract-termination'],
  ])('the category %s means %s for every name', (category, kind) => {
    expect(found({ category, name: 'Дивиденды' })).toBe(`${kind} by category`)
  })

  test('a transfer without pieces is a cash transfer', () => {
    expect(found({ category: 'TRANSFER' })).toBe('cash-transfer-in by category')
    expect(found({ category: 'TRANSFER', moneySign: -1 })).toBe('cash-transfer-out by category')
    expect(found({ category: 'TRANSFER', moneySign: 0 })).toBe('unknown by none')
  })

  test('income without an instrument is other income, unless its name is more specific', () => {
    expect(found({ category: 'INCOME', name: 'Зачисление' })).toBe('other-income by category')
    expect(found({ category: 'INCOME', name: 'Проценты на остаток' })).toBe('interest by words')
  })

  test('an unknown category decides nothing', () => {
    expect(found({ category: 'constructor' })).toBe('unknown by none')
    expect(found({ category: '' })).toBe('unknown by none')
  })
})

describe('the type of the instrument', () => {
  const income = { category: 'INCOME', symbol: 'X@MISX' }

  test.each(['EQUITIES', 'FUNDS', 'BONDS', null])(
    'what a loan of %s pays is other income, and the loan is a loan',
    (type) => {
      const lent = { ...income, instrumentType: type, nearEvents: ['dividend'] } as const
      for (const name of [
        'Доход по предоставлениям займа',
        'Займ ЦБ',
        'Securities lending',
        'Плата за предоставление займа',
      ])
        expect(found({ ...lent, name })).toBe('other-income by words')
      expect(found({ ...lent, name: 'Займ ЦБ', moneySign: -1 })).toBe('other-income by words')
      expect(found({ ...lent, category: 'OTHERS', name: 'Займ ЦБ', moneySign: 0 })).toBe('loan by words')
      expect(found({ ...lent, category: 'INCOME', name: 'Займ ЦБ', moneySign: 0 })).toBe('loan by words')
    },
  )

  test('income of equities and funds is a dividend, and income of futures is variation margin', () => {
    expect(found({ ...income, instrumentType: 'EQUITIES' })).toBe('dividend by type')
    expect(found({ ...income, instrumentType: 'FUNDS', name: 'Дивиденды' })).toBe('dividend by type')
    expect(found({ ...income, instrumentType: 'FUTURES', moneySign: -1 })).toBe('variation-margin by type')
    expect(found({ ...income, category: 'OUTCOMES', instrumentType: 'FUTURES', moneySign: -1 })).toBe(
      'variation-margin by type',
    )
    expect(found({ ...income, category: 'OTHERS', instrumentType: 'FUTURES' })).toBe('variation-margin by type')
    expect(found({ ...income, instrumentType: 'CURRENCIES' })).toBe('other-income by type')
  })

  test('if the name states another kind, the name decides', () => {
    expect(found({ ...income, instrumentType: 'EQUITIES', name: 'Проценты по займу ценных бумаг' })).toBe(
      'interest by words',
    )
    expect(found({ ...income, category: 'OTHERS', instrumentType: 'FUTURES', name: 'Комиссия' })).toBe(
      'commission by words',
    )
  })

  test('income of an instrument of unknown type needs a name that states the kind', () => {
    expect(found(income)).toBe('unknown by none')
    expect(found({ ...income, name: 'Дивиденды' })).toBe('dividend by words')
  })

  test('a payment of a short position for a dividend is a dividend', () => {
    const name = 'Возмещение дивидендов по короткой позиции'
    expect(found({ category: 'OUTCOMES', symbol: 'X@MISX', instrumentType: 'EQUITIES', moneySign: -1, name })).toBe(
      'dividend by words',
    )
  })
})

describe('corporate events', () => {
  const bond = { category: 'INCOME', symbol: 'B@MISX', instrumentType: 'BONDS' }

  test('for a payment of a bond, its name takes precedence over events', () => {
    expect(found({ ...bond, name: 'Купоны', nearEvents: ['amortization'] })).toBe('coupon by words')
    expect(found({ ...bond, name: 'Выплата', nearEvents: ['amortization'] })).toBe('amortization by event')
    expect(found({ ...bond, name: 'Выплата' })).toBe('unknown by none')
  })

  test('if two kinds of events match, neither decides', () => {
    expect(found({ ...bond, name: 'Выплата', nearEvents: ['coupon', 'amortization'] })).toBe('unknown by none')
  })

  test('an event decides if the name has the same meaning, and the name decides if it has another meaning', () => {
    const row = { symbol: 'X@MISX', nearEvents: ['dividend'] } as const
    expect(found({ ...row, name: 'Дивиденды' })).toBe('dividend by event')
    expect(found({ ...row, name: 'Комиссия' })).toBe('commission by words')
    expect(found({ ...row, name: 'Зачисление', category: 'OUTCOMES', moneySign: -1 })).toBe('dividend by event')
  })

  test('events are read only if they may decide the kind', () => {
    expect(mayFollowFromEvent(facts({ ...bond, name: 'Выплата' }))).toBe(true)
    expect(mayFollowFromEvent(facts({ ...bond, name: 'Купон' }))).toBe(false)
    expect(mayFollowFromEvent(facts({ ...bond, instrumentType: 'EQUITIES' }))).toBe(false)
    expect(mayFollowFromEvent(facts({ hasTrade: true, symbol: 'X@MISX' }))).toBe(false)
    expect(mayFollowFromEvent(facts({ category: 'TAX', symbol: 'X@MISX' }))).toBe(false)
    expect(mayFollowFromEvent(facts({}))).toBe(false)
  })
})
