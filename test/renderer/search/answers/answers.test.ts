import { afterEach, expect, test } from 'vitest'
import { marginSettingsOf } from '#renderer/navigation/margin-address.ts'
import { viewSettingsOf } from '#renderer/navigation/transactions-address.ts'
import { listAnswers } from '#renderer/search/answers/answers.ts'
import { findCommands, otherWords } from '#renderer/search/find-commands.ts'
import { listCommands } from '#renderer/search/list-commands.ts'
import { writeTextsIn } from '#shared/language.ts'

afterEach(() => writeTextsIn(() => 'en'))

const context = (text: string) => ({ text, today: '2026-11-26', dateText: (date: string) => date })
const commands = listAnswers(context('')).map(({ title, words, hash }) => ({
  ...{ title, words, keys: '' },
  action: { kind: 'address', hash } as const,
}))
const appState = {
  ...{ accountIds: [], accountId: null, isPrivate: false, canLock: false, canSeal: false, isPaused: null, buttons: [] },
  theme: 'system',
  density: 'comfortable',
} as const
const find = (text: string) => findCommands(commands, text)

test('a question for the payments of a year finds its command, also by synonyms', () => {
  expect(find('commissions last year').named.map(({ title }) => title)).toEqual(['Commissions last year'])
  expect(find('fees last year').matching.map(({ title }) => title)).toEqual(['Commissions last year'])
  expect(find('tax this year').named.map(({ title }) => title)).toEqual(['Taxes this year'])
})

test('the command for payments opens the transactions of their kinds and period', () => {
  const [command] = find('dividends and coupons last year').named
  const { action } = command!
  expect(action.kind === 'address' && viewSettingsOf(action.hash).filter.conditions).toEqual([
    { field: 'kind', values: ['dividend', 'coupon'], isNot: false },
    { field: 'period', from: null, to: null, preset: 'last-year', isNot: false },
  ])
})

test('a question about a fall opens the margin screen with that move', () => {
  const [command] = find('what if bonds lose').matching
  const { action } = command!
  expect(action.kind === 'address' && marginSettingsOf(action.hash)?.shocks).toEqual([
    { by: 'type', key: 'BONDS', percent: '-10' },
  ])
})

test.each([
  ['what if rouble bonds lose 10 %', 'RUB'],
  ['bonds in usd fall', 'USD'],
])('“%s” moves only the bonds of one currency', (text, currency) => {
  const { named, matching } = find(text)
  const [first] = [...named, ...matching]
  expect(first?.action.kind === 'address' && marginSettingsOf(first.action.hash)?.shocks).toEqual([
    { by: 'type', key: 'BONDS', currency, percent: '-10' },
  ])
})

test('a year in the text selects that year', () => {
  const findInText = (text: string) => {
    const found = findCommands(
      listAnswers(context(text)).map(({ title, words, hash }) => ({
        ...{ title, words, keys: '' },
        action: { kind: 'address', hash } as const,
      })),
      text,
    )
    return [...found.named, ...found.matching]
  }
  const [command, ...others] = findInText('tax on dividends in 2024')
  expect([command?.title, others.map(({ title }) => title)]).toEqual([
    'Taxes in 2024',
    ['Dividends and coupons in 2024'],
  ])
  const { action } = command!
  expect(action.kind === 'address' && viewSettingsOf(action.hash).filter.conditions.at(-1)).toEqual({
    ...{ field: 'period', isNot: false },
    ...{ from: new Date(2024, 0, 1).getTime(), to: new Date(2025, 0, 1).getTime() },
  })
})

test.each([
  ['en', 'what expires this week'],
  ['en', 'which options expire this week?'],
  ['en', 'what matures this week'],
  ['ru', 'что истекает на этой неделе'],
  ['ru', 'какие опционы истекают на неделе'],
  ['ru', 'что погашается на этой неделе'],
] as const)('in %s, “%s” opens the expiries and maturities of the next seven days', (language, text) => {
  writeTextsIn(() => language)
  const { named, matching } = findCommands(listCommands({ ...appState, ...context(text) }), text)
  const [first] = [...named, ...matching]
  expect(first?.action).toMatchObject({ kind: 'address', hash: '#/income?kind=endings&period=week' })
})

test('a whole question finds its command by its words', () => {
  expect(find('What did I pay in commissions last year?').matching.map(({ title }) => title)).toEqual([
    'Commissions last year',
  ])
  expect(find('what did I buy last month').matching.map(({ title }) => title)).toEqual(['Purchases last month'])
})

test.each([
  ['why did it fall', 'Days'],
  ['when is the next coupon', 'Income'],
  ['how much can I withdraw', 'Margin'],
  ['is anything wrong with the data', 'Reconciliation'],
  ['is my broker right', 'Reconciliation'],
  ['how far am I from a margin call', 'Margin'],
  ['which order is closest to its price', 'Orders'],
  ['which orders are active', 'Orders'],
  ['largest drawdown', 'Performance'],
  ['what is my portfolio worth', 'Overview'],
  ['what changed since my last visit', 'Overview'],
  ['exchange rate of the dollar', 'Settings: Currencies'],
  ['report for last month', 'Reports'],
  ['interest on bonds next month', 'Income'],
  ['when does my token expire', 'Settings: Connection'],
  ['how many requests are left', 'Health'],
])('“%s” finds the screen with the answer', (text, title) => {
  const screens = listCommands({ ...appState, ...context(text) })
  const { named, matching } = findCommands(screens, text)
  expect([...named, ...matching].map((command) => command.title)).toContain(title)
})

test.each([
  ['какая заявка ближе всего к цене', 'Заявки'],
  ['что я купил в прошлом месяце', 'Покупки за прошлый месяц'],
  ['сколько я заработал в этом году', 'Доходность за этот год'],
  ['самая большая позиция', 'Самые большие позиции'],
  ['доля облигаций', 'Структура по типам'],
  ['всё ли в порядке с данными', 'Сверка'],
  ['на каком счёте больше денег', 'Обзор'],
  ['далеко ли до маржин-колла', 'Маржа'],
  ['маржин колл', 'Маржа'],
  ['пропущенные выплаты', 'Непоступившие и опоздавшие выплаты'],
  ['какие заявки действуют', 'Заявки'],
  ['просадка', 'Доходность'],
  ['сколько стоит портфель', 'Обзор'],
  ['сколько денег в юанях', 'Деньги по валютам'],
  ['что изменилось с прошлого визита', 'Обзор'],
  ['курс доллара', 'Настройки: Валюты'],
  ['отчёт за прошлый месяц', 'Отчёты'],
  ['когда кончается токен', 'Настройки: Подключение'],
  ['сколько осталось запросов', 'Состояние'],
])('«%s» finds “%s”, whatever the endings of its words are', (text, title) => {
  writeTextsIn(() => 'ru')
  const { named, matching } = findCommands(listCommands({ ...appState, ...context(text) }), text)
  expect([...named, ...matching][0]?.title).toBe(title)
})

test.each([
  ['mirror', 'Settings: Mirror in PostgreSQL'],
  ['proxy', 'Settings: Connection'],
  ['sign out', 'Settings: Connection'],
  ['restore a backup', 'Settings: Data'],
  ['quiet hours', 'Settings: Notifications'],
  ['join', 'Settings: Several computers'],
  ['russian', 'Русский'],
  ['delete everything', 'Delete everything…'],
])('“%s” finds “%s”', (text, title) => {
  expect(firstOf(text)?.title).toBe(title)
})

test('in Russian a whole title comes before titles that contain its main word', () => {
  writeTextsIn(() => 'ru')
  expect(firstOf('Удалить всё')?.title).toBe('Удалить всё…')
  expect(firstOf('удалить')?.title).toBe('Удалить кэш…')
  expect(firstOf('английский')?.title).toBe('English')
})

const firstOf = (text: string) => {
  const { named, matching, similar } = findCommands(listCommands({ ...appState, ...context(text) }), text)
  return [...named, ...matching, ...similar][0]
}

test.each([
  [
    'which position lost most since purchase',
    'Positions with the largest loss',
    '#/positions?sort=unrealized&order=ascending',
  ],
  ['biggest losers today', 'Positions that fell most on the day', '#/positions?sort=day&order=ascending'],
  ['which instrument brought the most this year', 'What brought most this year', '#/performance?period=year'],
  ['cash in dollars', 'Cash by currency', '#/overview'],
  ['currency split', 'Allocation by currency', '#/overview?allocation=currency'],
  ['what was it worth on 1 August', 'Value on 2026-08-01', '#/day/2026-08-01'],
])('“%s” is answered by “%s”', (text, title, hash) => {
  expect(firstOf(text)).toMatchObject({ title, action: { kind: 'address', hash } })
})

test.each([
  ['what did I do in August', 'Transactions in August 2026'],
  ['dividends in december 2025', 'Dividends in December 2025'],
  ['is everything reconciled', 'Reconciliation'],
  ['which orders are near to execution', 'Orders'],
  ['missing dividends', 'Missing and late payments'],
  ['help', 'Keyboard shortcuts'],
])('“%s” finds “%s” first', (text, title) => {
  expect(firstOf(text)?.title).toBe(title)
})

test.each([
  ['дивиденды в этом году', 'Дивиденды за этот год'],
  ['сколько долларов', 'Деньги по валютам'],
  ['деньги', 'Деньги по валютам'],
  ['что упало больше всего', 'Позиции с наибольшим убытком'],
  ['что я делал в августе', 'Операции за август 2026 г.'],
  ['сколько было 1 августа', 'Стоимость на 2026-08-01'],
  ['что принесло больше всего в этом году', 'Что принесло больше всего в этом году'],
  ['всё ли сходится', 'Сверка'],
])('«%s» finds “%s” first', (text, title) => {
  writeTextsIn(() => 'ru')
  expect(firstOf(text)?.title).toBe(title)
})

test('a complete title names only its command; a word on another keyboard layout is one word', () => {
  const all = listCommands({ ...appState, ...context('') })
  const { named, matching } = findCommands(all, 'positions')
  expect(named.map(({ title }) => title)).toEqual(['Positions'])
  expect(matching.map(({ title }) => title)).toContain('Largest positions')
  // The letter б is a comma on an English layout.
  expect(findCommands(all, 'сбер')).toEqual({ named: [], matching: [], similar: [] })
})

test('words of a question that no command has may name an instrument', () => {
  const all = listCommands({ ...appState, ...context('') })
  expect(otherWords(all, 'What is my average price of Apple?')).toBe('apple')
  expect(otherWords(all, 'dividends this year')).toBe('')
})
