import { describe, expect, test } from 'vitest'
import { kindOf, mayFollowFromEvent, type KindFacts } from '../../../../src/main/insight/kinds/kind-of.ts'
import { namedMeaning } from '../../../../src/main/insight/kinds/named-meaning.ts'
import kindWords from '../../../../src/main/insight/kinds/kind-words.json' with { type: 'json' }
import { namedKinds } from './named-kinds.ts'

/** Money that came in under OTHERS, of no instrument. */
const facts = (changes: Partial<KindFacts>): KindFacts => ({
  category: 'OTHERS',
  name: '',
  symbol: '',
  instrumentType: null,
  hasTrade: false,
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
  test.each(namedKinds)('"%s" is %s', (name, kind) => {
    expect(kindOf(facts({ name }))).toEqual({ kind, rule: kind === 'unknown' ? 'none' : 'words' })
  })

  test('at least eighty names are tried, in both languages', () => {
    const isRussian = ([name]: readonly [string, string]) => /[а-я]/i.test(name)
    expect(namedKinds.length).toBeGreaterThan(80)
    expect(namedKinds.filter(isRussian).length).toBeGreaterThan(30)
    expect(namedKinds.filter((entry) => !isRussian(entry)).length).toBeGreaterThan(30)
  })

  test('every meaning of the table has words in both languages, and a name that finds it', () => {
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

  test('a name that states both sides is ignored, and the pieces decide', () => {
    const future = { symbol: 'SiZ6@RTSX', instrumentType: 'FUTURES', hasTrade: true, moneySign: 0 } as const
    for (const name of ['Покупка/продажа фьючерса', 'Купля-продажа', 'Buy/sell', 'Purchase or sale of futures']) {
      expect(found({ ...future, name })).toBe('unknown by none')
      expect(found({ ...future, name, quantitySign: -1 })).toBe('sell by trade')
    }
    expect(found({ ...future, name: 'Open long' })).toBe('buy by trade')
    expect(found({ ...future, name: 'Close long' })).toBe('sell by trade')
  })

  test('case, ё and width of letters do not matter', () => {
    expect(found({ name: 'ДИВИДЕНДЫ' })).toBe('dividend by words')
    expect(found({ name: 'Зачёт: ЗАЁМ' })).toBe('loan by words')
    expect(found({ name: 'ｃｏｕｐｏｎ' })).toBe('coupon by words')
  })

  test('a transfer is of securities where pieces move, and the sign gives its direction', () => {
    const name = 'Перевод ценных бумаг'
    expect(found({ name, moneySign: 0, quantitySign: 1 })).toBe('securities-transfer-in by words')
    expect(found({ name, moneySign: 0, quantitySign: -1 })).toBe('securities-transfer-out by words')
    expect(found({ name, moneySign: -1 })).toBe('cash-transfer-out by words')
    expect(found({ name, moneySign: 0 })).toBe('unknown by none')
  })
})

describe('trades', () => {
  const trade = { hasTrade: true, symbol: 'SBER@MISX' }

  test('the sign of the money decides the side, even against the name', () => {
    expect(found({ ...trade, moneySign: -1 })).toBe('buy by trade')
    expect(found({ ...trade, moneySign: 1, name: 'Покупка актива' })).toBe('sell by trade')
    expect(found({ ...trade, moneySign: -1, name: 'Покупка Dividend Aristocrats ETF' })).toBe('buy by trade')
  })

  test('without money the name decides the side, otherwise the pieces', () => {
    const futures = { ...trade, moneySign: 0, instrumentType: 'FUTURES' } as const
    expect(found({ ...futures, name: 'Продажа актива', quantitySign: 1 })).toBe('sell by trade')
    expect(found({ ...futures, name: 'Сделка', quantitySign: -1 })).toBe('sell by trade')
    expect(found({ ...futures, name: 'Сделка', quantitySign: 1 })).toBe('buy by trade')
    expect(found({ ...futures, name: 'Сделка' })).toBe('unknown by none')
  })

  test('an option that expires without a payment is no sale', () => {
    expect(found({ ...trade, moneySign: 0, quantitySign: -1, name: 'Экспирация опциона' })).toBe('expiration by words')
  })

  test('a category that states the kind takes precedence over its trade', () => {
    expect(found({ ...trade, category: 'COMMISSION', moneySign: -1 })).toBe('commission by category')
    expect(found({ ...trade, category: 'TRANSFER', moneySign: 0, quantitySign: 1 })).toBe(
      'securities-transfer-in by category',
    )
    expect(found({ ...trade, category: 'INCOME', instrumentType: 'EQUITIES' })).toBe('dividend by type')
  })
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
  ])('%s is %s, whatever the name says', (category, kind) => {
    expect(found({ category, name: 'Дивиденды' })).toBe(`${kind} by category`)
  })

  test('a transfer without pieces is of cash', () => {
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

  test('income of equities and funds is a dividend, of futures variation margin', () => {
    expect(found({ ...income, instrumentType: 'EQUITIES' })).toBe('dividend by type')
    expect(found({ ...income, instrumentType: 'FUNDS', name: 'Дивиденды' })).toBe('dividend by type')
    expect(found({ ...income, instrumentType: 'FUTURES', moneySign: -1 })).toBe('variation-margin by type')
    expect(found({ ...income, category: 'OUTCOMES', instrumentType: 'FUTURES', moneySign: -1 })).toBe(
      'variation-margin by type',
    )
    expect(found({ ...income, category: 'OTHERS', instrumentType: 'FUTURES' })).toBe('variation-margin by type')
    expect(found({ ...income, instrumentType: 'CURRENCIES' })).toBe('other-income by type')
  })

  test('a name that states another kind decides', () => {
    expect(found({ ...income, instrumentType: 'EQUITIES', name: 'Проценты по займу ценных бумаг' })).toBe(
      'interest by words',
    )
    expect(found({ ...income, category: 'OTHERS', instrumentType: 'FUTURES', name: 'Комиссия' })).toBe(
      'commission by words',
    )
  })

  test('income of an instrument that is not known yet is unknown without words', () => {
    expect(found(income)).toBe('unknown by none')
    expect(found({ ...income, name: 'Дивиденды' })).toBe('dividend by words')
  })

  test('what a short position pays for a dividend is a dividend', () => {
    const name = 'Возмещение дивидендов по короткой позиции'
    expect(found({ category: 'OUTCOMES', symbol: 'X@MISX', instrumentType: 'EQUITIES', moneySign: -1, name })).toBe(
      'dividend by words',
    )
  })
})

describe('corporate events', () => {
  const bond = { category: 'INCOME', symbol: 'B@MISX', instrumentType: 'BONDS' }

  test('the name of a payment of a bond goes before its events', () => {
    expect(found({ ...bond, name: 'Купоны', nearEvents: ['amortization'] })).toBe('coupon by words')
    expect(found({ ...bond, name: 'Выплата', nearEvents: ['amortization'] })).toBe('amortization by event')
    expect(found({ ...bond, name: 'Выплата' })).toBe('unknown by none')
  })

  test('two kinds of events that fit decide nothing', () => {
    expect(found({ ...bond, name: 'Выплата', nearEvents: ['coupon', 'amortization'] })).toBe('unknown by none')
  })

  test('an event decides before words with the same meaning, and not against words with another meaning', () => {
    const row = { symbol: 'X@MISX', nearEvents: ['dividend'] } as const
    expect(found({ ...row, name: 'Дивиденды' })).toBe('dividend by event')
    expect(found({ ...row, name: 'Комиссия' })).toBe('commission by words')
    expect(found({ ...row, name: 'Зачисление', category: 'OUTCOMES', moneySign: -1 })).toBe('dividend by event')
  })

  test('events are asked for only where they may decide', () => {
    expect(mayFollowFromEvent(facts({ ...bond, name: 'Выплата' }))).toBe(true)
    expect(mayFollowFromEvent(facts({ ...bond, name: 'Купон' }))).toBe(false)
    expect(mayFollowFromEvent(facts({ ...bond, instrumentType: 'EQUITIES' }))).toBe(false)
    expect(mayFollowFromEvent(facts({ hasTrade: true, symbol: 'X@MISX' }))).toBe(false)
    expect(mayFollowFromEvent(facts({ category: 'TAX', symbol: 'X@MISX' }))).toBe(false)
    expect(mayFollowFromEvent(facts({}))).toBe(false)
  })
})
