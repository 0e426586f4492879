import { afterEach, expect, test } from 'vitest'
import { performanceSettingsOf } from '#renderer/navigation/performance-address.ts'
import { viewSettingsOf } from '#renderer/navigation/transactions-address.ts'
import { findCommands } from '#renderer/search/find-commands.ts'
import { listCommands } from '#renderer/search/list-commands.ts'
import { writeTextsIn } from '#shared/language.ts'

afterEach(() => writeTextsIn(() => 'en'))

const appState = {
  ...{ accountIds: [], accountId: null, isPrivate: false, canLock: false, canSeal: false, isPaused: true },
  theme: 'system',
  density: 'comfortable',
  ...{ today: '2026-09-16', dateText: (date: string) => date },
} as const

function found(text: string, buttons: Parameters<typeof listCommands>[0]['buttons'] = []) {
  const { named, matching, similar } = findCommands(listCommands({ ...appState, text, buttons }), text)
  return [...named, ...matching, ...similar]
}
const titles = (text: string) => found(text).map(({ title }) => title)
const hashOfFirst = (text: string): string => {
  const action = found(text)[0]?.action
  return action?.kind === 'address' ? action.hash : expect.fail(`“${text}” finds no address`)
}

test.each([
  ['en', 'health', 'Health'],
  ['en', 'day’s change', 'Day’s change and its causes'],
  ['en', "day's change", 'Day’s change and its causes'],
  ['en', 'why did it change today?', 'Day’s change and its causes'],
  ['en', 'return last year', 'Return last year'],
  ['en', 'return 2025', 'Return in 2025'],
  ['en', 'dividends 2025', 'Dividends in 2025'],
  ['en', 'coupons in 2025', 'Coupons in 2025'],
  ['en', 'late payment', 'Missing and late payments'],
  ['en', 'missing payment', 'Missing and late payments'],
  ['en', 'was I paid', 'Missing and late payments'],
  ['en', 'Was I paid?', 'Missing and late payments'],
  ['ru', 'здоровье', 'Состояние'],
  ['ru', 'изменение за день', 'Изменение за день и его причины'],
  ['ru', 'доходность за прошлый год', 'Доходность за прошлый год'],
  ['ru', 'доходность за 2025', 'Доходность за 2025 год'],
  ['ru', 'доходность за этот год', 'Доходность за этот год'],
  ['ru', 'дивиденды за 2025', 'Дивиденды за 2025 год'],
  ['ru', 'не поступило', 'Непоступившие и опоздавшие выплаты'],
  ['ru', 'опоздание', 'Непоступившие и опоздавшие выплаты'],
  ['ru', 'просроченные выплаты', 'Непоступившие и опоздавшие выплаты'],
  ['ru', 'заплатили ли мне', 'Непоступившие и опоздавшие выплаты'],
] as const)('in %s, “%s” finds “%s” first', (language, text, title) => {
  writeTextsIn(() => language)
  expect(titles(text)[0]).toBe(title)
})

test('the return of a year is that of its days, up to today', () => {
  const period = (text: string) => performanceSettingsOf(hashOfFirst(text)).period
  expect(period('return 2025')).toEqual({ name: 'days', first: '2025-01-01', last: '2025-12-31' })
  expect(period('return last year')).toEqual({ name: 'days', first: '2025-01-01', last: '2025-12-31' })
  expect(period('return in february 2024')).toEqual({ name: 'days', first: '2024-02-01', last: '2024-02-29' })
  expect(period('return 2026')).toEqual({ name: 'days', first: '2026-01-01', last: '2026-09-16' })
  expect(titles('return 2027')).not.toContain('Return in 2027')
})

test('dividends alone, and dividends with coupons, are two answers', () => {
  const values = (text: string) => viewSettingsOf(hashOfFirst(text)).filter.conditions[0]
  expect(values('dividends in 2025')).toMatchObject({ field: 'kind', values: ['dividend'] })
  expect(values('dividends and coupons in 2025')).toMatchObject({ field: 'kind', values: ['dividend', 'coupon'] })
})

test('a sum is also offered for all time', () => {
  expect(titles('tax')).toContain('Taxes for all time')
  writeTextsIn(() => 'ru')
  expect(titles('налог')).toContain('Налоги за всё время')
  expect(viewSettingsOf(hashOfFirst('налоги за всё время')).filter.conditions).toEqual([
    { field: 'kind', values: ['tax'], isNot: false },
  ])
})

test('missing and late payments are a selection of the income', () => {
  expect(hashOfFirst('missing payment')).toBe('#/income?state=overdue')
})

test('a button that names what the screen shows comes before the command for anything', () => {
  const element = document.createElement('button')
  const buttons = [{ title: 'New alert for Apple Inc.…', element, isAboutShown: true }]
  const all = found('new alert', buttons).map(({ title }) => title)
  expect(all.slice(0, 2)).toEqual(['New alert for Apple Inc.…', 'New alert…'])
  // The screen of that name is still first.
  expect(found('alerts', buttons)[0]?.title).toBe('Alerts')
})
