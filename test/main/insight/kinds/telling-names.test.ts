import { describe, expect, test } from 'vitest'
import { kindOf, type KindFacts } from '#main/insight/kinds/kind-of.ts'

const facts = (changes: Partial<KindFacts>): KindFacts => ({
  ...{ category: 'OTHERS', name: '', symbol: 'X@MISX', instrumentType: null, hasTrade: false },
  ...{ hasBothAmounts: false, moneySign: 0, quantitySign: 0, nearEvents: [] },
  ...changes,
})
const kind = (changes: Partial<KindFacts>): string => kindOf(facts(changes)).kind

describe('a row of the category TRANSFER', () => {
  test.each([
    ['Сплит акций 1:10', 'split'],
    ['Дробление акций', 'split'],
    ['Консолидация акций 100:1', 'split'],
    ['Конвертация ценных бумаг', 'split'],
    ['Конвертация депозитарных расписок', 'split'],
    ['Смена тикера', 'split'],
    ['Замена ценных бумаг', 'split'],
    ['Изменение ISIN', 'split'],
    ['Зачисление ценных бумаг (выделение, spin-off)', 'split'],
    ['Списание ценных бумаг: присоединение', 'split'],
    ['Слияние эмитентов', 'split'],
    ['Stock split 4:1', 'split'],
    ['Reverse split', 'split'],
    ['Spin-off distribution', 'split'],
    ['Spinoff', 'split'],
    ['Merger', 'split'],
    ['Symbol change', 'split'],
    ['Ticker change OLD to NEW', 'split'],
    ['Conversion of shares', 'split'],
    ['Списание ценных бумаг после погашения', 'redemption'],
    ['Погашение облигаций', 'redemption'],
    ['Redemption of bonds', 'redemption'],
    ['Bond matured', 'redemption'],
    ['Экспирация опциона', 'expiration'],
    ['Исполнение контракта', 'expiration'],
    ['Option exercise', 'expiration'],
    ['Assignment of put', 'expiration'],
    ['Передача ценных бумаг в заём', 'securities-loan'],
    ['Возврат ценных бумаг из займа', 'securities-loan'],
    ['Securities lent', 'securities-loan'],
    ['Return of loaned shares', 'securities-loan'],
    ['Списание ценных бумаг по РЕПО', 'repo'],
    ['Сторно зачисления ценных бумаг', 'reversal'],
  ])('that moves pieces and is called "%s" is of the kind %s', (name, expected) => {
    for (const quantitySign of [1, -1] as const) {
      const row = { category: 'TRANSFER', name, quantitySign }
      expect([kind(row), kindOf(facts(row)).rule]).toEqual([expected, 'words'])
    }
  })

  test.each([
    'Перевод ценных бумаг',
    'Зачисление ценных бумаг',
    'Списание ценных бумаг',
    'Перевод ценных бумаг между счетами',
    'Перевод ценных бумаг между счетами после сплита',
    'Перевод от другого брокера (конвертация расписок)',
    'Transfer of securities',
    'Internal transfer after merger',
    'Transfer to another broker',
  ])('between accounts stays a transfer: "%s"', (name) => {
    expect(kind({ category: 'TRANSFER', name, quantitySign: 1 })).toBe('securities-transfer-in')
    expect(kind({ category: 'TRANSFER', name, quantitySign: -1 })).toBe('securities-transfer-out')
    expect(kind({ category: 'TRANSFER', name, symbol: '', moneySign: -1 })).toBe('cash-transfer-out')
  })

  test('a dividend in shares brings pieces for pieces held', () => {
    const row = { category: 'TRANSFER', quantitySign: 1 } as const
    for (const name of ['Дивиденды акциями', 'Stock dividend', 'Scrip dividend', 'Бонусные акции', 'Bonus issue'])
      expect(kind({ ...row, name })).toBe('split')
    expect(kind({ ...row, name: 'Дивиденды акциями', moneySign: 1 })).toBe('securities-transfer-in')
  })

  test('money without pieces is a cash transfer, unless it repays a bond', () => {
    const row = { category: 'TRANSFER', moneySign: 1 } as const
    expect(kind({ ...row, name: 'Сплит акций' })).toBe('cash-transfer-in')
    expect(kind({ ...row, name: 'Погашение облигаций' })).toBe('redemption')
    expect(kind({ ...row, name: 'Погашение облигаций', nearEvents: ['amortization'] })).toBe('amortization')
    expect(kind({ ...row, name: 'Погашение облигаций', symbol: '' })).toBe('cash-transfer-in')
    expect(kind({ ...row, name: 'Погашение облигаций', moneySign: -1 })).toBe('cash-transfer-out')
  })
})

describe('a trade', () => {
  const trade = { hasTrade: true, moneySign: -1 } as const

  test.each([
    'РЕПО: покупка ЦБ (2 часть)',
    'Сделка РЕПО, 1 часть',
    'Repo: sale of securities',
    'РЕПО с ЦК, проценты 3',
  ])('called "%s" is a leg of a repo', (name) => {
    for (const category of ['OTHERS', 'INCOME', 'OUTCOMES']) expect(kind({ ...trade, category, name })).toBe('repo')
  })

  test.each(['Сторно сделки покупки', 'Отмена сделки', 'Cancelled trade', 'Trade reversal'])(
    'called "%s" is a reversal',
    (name) => expect(kind({ ...trade, moneySign: 1, name })).toBe('reversal'),
  )

  test('of a currency pair is an exchange if its name says so and its size is money', () => {
    const pair = { ...trade, instrumentType: 'CURRENCIES', name: 'Покупка валюты' } as const
    expect(kind(pair)).toBe('buy')
    expect(kind({ ...pair, moneySign: 1 })).toBe('sell')
    expect(kind({ ...pair, hasBothAmounts: true })).toBe('currency-exchange')
    expect(kind({ ...pair, hasBothAmounts: true, moneySign: 1 })).toBe('currency-exchange')
    expect(kind({ ...pair, hasBothAmounts: true, name: 'Покупка' })).toBe('buy')
  })

  test('called a loan is a trade', () => expect(kind({ ...trade, name: 'Покупка ЦБ, займ' })).toBe('buy'))
})

describe('names that are more exact than a category', () => {
  test('a reversal of a tax, a commission, a fine, a deposit or a payment is a reversal', () => {
    for (const category of ['TAX', 'COMMISSION', 'FINE', 'DEPOSIT', 'WITHDRAW', 'INCOME', 'OUTCOMES', 'TRANSFER'])
      expect(kind({ category, name: 'Сторно', moneySign: 1 })).toBe('reversal')
    expect(kind({ category: 'TAX', name: 'Возврат налога', moneySign: 1 })).toBe('tax')
    expect(kind({ category: 'COMMISSION', name: 'Комиссия за отмену поручения', moneySign: -1 })).toBe('commission')
  })

  test('blocked and released money is neither a deposit nor a withdrawal', () => {
    for (const category of ['DEPOSIT', 'WITHDRAW', 'OTHERS', 'TRANSFER'])
      for (const moneySign of [1, -1] as const)
        for (const name of [
          'Блокировка денежных средств',
          'Снятие блокировки средств',
          'Funds reserved',
          'Release of hold',
        ])
          expect(kind({ category, name, moneySign, symbol: '' })).toBe('blocked-money')
    expect(kind({ name: 'Блокировка ценных бумаг', quantitySign: -1 })).toBe('unknown')
  })

  test('money that is changed is an exchange in every category but a stated one', () => {
    for (const category of ['DEPOSIT', 'WITHDRAW', 'OTHERS', 'TRANSFER', 'INCOME', 'OUTCOMES'])
      for (const name of ['Конвертация валюты', 'Currency exchange', 'Forex'])
        expect(kind({ category, name, moneySign: 1, symbol: '' })).toBe('currency-exchange')
    expect(kind({ category: 'COMMISSION', name: 'Конвертация валюты', moneySign: -1, symbol: '' })).toBe('commission')
  })

  test('money of a currency pair without a trade is one side of an exchange', () => {
    const side = { instrumentType: 'CURRENCIES', moneySign: 1 } as const
    expect(kind({ ...side, name: 'Покупка' })).toBe('currency-exchange')
    expect(kind({ ...side, name: '' })).toBe('currency-exchange')
    expect(kind({ ...side, name: 'Комиссия' })).toBe('commission')
  })

  test('what a loan or a repo pays and costs is no movement of pieces', () => {
    expect(kind({ category: 'INCOME', name: 'Доход по займу ценных бумаг', moneySign: 1 })).toBe('other-income')
    expect(kind({ category: 'LOAN', name: 'Передача ценных бумаг в заём', quantitySign: -1 })).toBe('loan')
    expect(kind({ category: 'INCOME', name: 'Проценты по РЕПО', moneySign: 1 })).toBe('interest')
    expect(kind({ category: 'OTHERS', name: 'Комиссия за РЕПО', moneySign: -1 })).toBe('commission')
    expect(kind({ category: 'COMMISSION', name: 'РЕПО', moneySign: -1 })).toBe('commission')
  })
})

describe('the event of a bond', () => {
  const paid = { category: 'INCOME', instrumentType: 'BONDS', moneySign: 1 } as const

  test.each([
    'Погашение номинала',
    'Погашение облигаций',
    'Частичное погашение',
    'Bond redemption',
    'Partial redemption',
  ])('decides whether "%s" repays a part or all', (name) => {
    expect(kindOf(facts({ ...paid, name, nearEvents: ['amortization'] }))).toEqual({
      kind: 'amortization',
      rule: 'event',
    })
    expect(kindOf(facts({ ...paid, name, nearEvents: ['redemption'] }))).toEqual({ kind: 'redemption', rule: 'event' })
    expect(kind({ ...paid, name, nearEvents: ['coupon', 'amortization'] })).toBe('amortization')
    expect(kindOf(facts({ ...paid, name, nearEvents: ['coupon'] })).rule).toBe('words')
  })

  test('does not outrank another name', () => {
    expect(kind({ ...paid, name: 'Купон', nearEvents: ['redemption'] })).toBe('coupon')
    expect(kind({ ...paid, name: 'Погашение номинала', nearEvents: ['amortization', 'redemption'] })).toBe('redemption')
  })
})
