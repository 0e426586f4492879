import { afterEach, expect, test } from 'vitest'
import { writeTextsIn } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'
import { type FigureStyle } from '#shared/text/alerts/alert-words.ts'
import { describeNotice } from '#shared/text/alerts/notice-words.ts'
import { createFormat } from '#shared/text/format.ts'
import { d, makeQuote } from '../insight/make.ts'
import { start } from './moved-alerts.ts'
import { draftOf, minuteMs, priceAbove, symbol } from './rig.ts'

afterEach(() => writeTextsIn(() => 'en'))

const styleOf = (locale: string): FigureStyle => ({
  ...{ format: createFormat({ locale }), isPrivate: false, accountCurrency: null },
})
const noticeIn = (rig: Pick<ReturnType<typeof start>, 'journal'>, locale: string) => {
  const [notice] = rig.journal.notices.list(1)
  if (notice === undefined) throw new Error('no alert fired')
  const { title, body } = describeNotice({ ...notice, instrumentName: null }, styleOf(locale))
  return { title, body: body.replaceAll('\u00a0', ' ') }
}

test('an alert that fired in English is read in Russian after the switch, with figures in the format of the region', async () => {
  const rig = start()
  rig.opened.alerts.save(null, priceAbove('1000'))
  const at = rig.clock.now() - 12 * minuteMs
  rig.cache.quotes.put(makeQuote({ last: d('1234.5'), at }), at)
  rig.events.publish('quotes.changed', { symbols: [symbol] })
  await rig.clock.advance(500)
  expect(noticeIn(rig, 'en-GB').body).toBe('Last 1,234.5\nThe quote was read 12 min ago\nThe price is 12 min old')
  writeTextsIn(() => 'ru')
  const { title, body } = noticeIn(rig, 'ru-RU')
  expect(title.replaceAll('\u00a0', ' ')).toBe(`${symbol} не ниже 1 000`)
  expect(body).toBe('Последняя 1 234,5\nКотировка прочитана 12 мин назад\nДавность цены — 12 мин')
})

test('a status of an order in a notice is read in the new language', async () => {
  const rig = start()
  rig.opened.alerts.save(null, draftOf({ kind: 'order', accountId: null, on: 'filled' }))
  await rig.orders('FILLED')
  expect(noticeIn(rig, 'en-GB').body).toContain('filled')
  writeTextsIn(() => 'ru')
  expect(noticeIn(rig, 'ru-RU').body).toMatch(/исполнена · Исполнено 3$/)
})

test('the error of the connection in a notice is read in the new language', async () => {
  const rig = start()
  rig.opened.alerts.save(null, draftOf({ kind: 'service', minutes: 5 }))
  rig.state.connection = {
    ...{ phase: 'offline', since: rig.clock.now() },
    get message() {
      return m.errors_the_system_refused()
    },
  }
  await rig.clock.advance(10 * minuteMs)
  expect(noticeIn(rig, 'en-GB').body).toContain('Connection the system refused')
  writeTextsIn(() => 'ru')
  expect(noticeIn(rig, 'ru-RU').body).toContain('Соединение система отказала')
})

test('a notice that an older version stored as text is shown as it is', () => {
  const rig = start()
  const facts = [
    { label: 'Last', form: 'price', value: '1234.5', currency: null },
    { label: 'Connection', form: 'words', value: 'live', currency: null },
  ]
  const notice = {
    ...{ id: 'n', at: 1, cause: 'fired', ruleId: null, condition: { kind: 'service', minutes: 5 }, note: '' },
    ...{ facts, caveats: ['The price is 12 min old'] },
  }
  rig.journalDb.prepare('INSERT INTO alert_notice (id, at, data) VALUES (?, 1, ?)').run('n', JSON.stringify(notice))
  writeTextsIn(() => 'ru')
  expect(noticeIn(rig, 'ru-RU').body).toBe('Last 1 234,5 · Connection live\nThe price is 12 min old')
})

test('a text of a newer version is shown by its code', async () => {
  const rig = start()
  rig.opened.alerts.save(null, priceAbove('100'))
  await rig.trade('120')
  rig.journalDb.exec(`UPDATE alert_notice SET data = replace(data, '"last"', '"a-new-code"')`)
  expect(noticeIn(rig, 'en-GB').body).toContain('a-new-code 120')
})
