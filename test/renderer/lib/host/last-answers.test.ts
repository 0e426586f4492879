import { beforeEach, expect, test } from 'vitest'
import { LastAnswers } from '#renderer/lib/host/last-answers.ts'
import type { Reply } from '#shared/client.ts'
import { requests } from '#shared/contract/contract.ts'
import { dayMs } from '#shared/durations.ts'

const lost: Reply = { ok: false, code: 'unavailable', message: 'Tidemark does not respond.' }
let isLost: boolean
let answers: LastAnswers
beforeEach(() => {
  isLost = false
  answers = new LastAnswers(() => isLost)
})
const request = (reply: Reply, method = 'positions.list', params: unknown = { accountId: null }) =>
  answers.ask(async () => reply, method, params)
const value = (text: string): Reply => ({ ok: true, value: text })

test('without a host, a request gets the last response to the same request', async () => {
  await request(value('old'))
  await request(value('new'))
  isLost = true
  expect(await request(lost)).toEqual(value('new'))
  expect(await request(lost, 'positions.list', { accountId: '7' })).toEqual(lost)
  expect(await request(lost, 'orders.list')).toEqual(lost)
})

test('an error of a responding host is returned; without a lost host nothing is recalled', async () => {
  await request(value('old'))
  const failed: Reply = { ok: false, code: 'internal', message: 'The cache could not be read' }
  isLost = true
  expect(await request(failed)).toEqual(failed)
  isLost = false
  expect(await request(lost)).toEqual(lost)
})

test('a request for a period up to now is the same request at a later time; any other request is different', async () => {
  let now = Date.UTC(2026, 10, 23, 9, 59, 59)
  const periodAnswers = new LastAnswers(
    () => isLost,
    () => now,
  )
  const firstAt = Date.UTC(2024, 0, 1)
  const requestDays = (reply: Reply, days: number, symbol = 'A@X') =>
    periodAnswers.ask(async () => reply, 'transactions.page', {
      filter: { conditions: [{ symbol }, { from: now - days * dayMs, to: now, first: firstAt }] },
      limit: 30,
    })
  await requestDays(value('a month'), 30)
  isLost = true
  now += 3 * 3_600_000 + 1_234
  expect(await requestDays(lost, 30)).toEqual(value('a month'))
  expect(await requestDays(lost, 7)).toEqual(lost)
  expect(await requestDays(lost, 30.001)).toEqual(lost)
  expect(await requestDays(lost, 30, 'B@X')).toEqual(lost)
})

test('a request that changes something is never answered from memory', async () => {
  for (const method of ['settings.write', 'watchlists.create', 'cancels.confirm', 'sync.now', 'reports.request']) {
    isLost = false
    await request(value('done'), method)
    isLost = true
    expect(await request(lost, method)).toEqual(lost)
  }
})

test('forgotten responses are not recalled, and only the last 40 responses of a method are kept', async () => {
  await request(value('a'))
  answers.forget()
  isLost = true
  expect(await request(lost)).toEqual(lost)
  isLost = false
  await request(value('others'), 'positions.list')
  for (let index = 0; index <= 40; index++) await request(value(String(index)), 'transactions.page', index)
  isLost = true
  expect(await request(lost, 'transactions.page', 0)).toEqual(lost)
  expect(await request(lost, 'transactions.page', 1)).toEqual(value('1'))
  expect(await request(lost, 'positions.list')).toEqual(value('others'))
})

/** The requests that change something or must not be recalled. All other requests of the contract are remembered. */
const neverRemembered = new Set<string>([
  ...['connection.test', 'connection.connect', 'connection.signOut', 'connection.pause'],
  ...['profiles.open'],
  ...['currencies.setBase', 'currencies.setRate'],
  ...['watchlists.create', 'watchlists.duplicate', 'watchlists.rename', 'watchlists.remove'],
  ...['watchlists.move', 'watchlists.setColumns', 'watchlists.addSymbol', 'watchlists.addSymbols'],
  ...['watchlists.removeSymbol', 'watchlists.moveSymbol', 'watchlists.setTarget', 'watchlists.setSection'],
  ...['watchlists.renameSection', 'watchlists.resolve'],
  ...['instruments.follow', 'instruments.setMaturity'],
  ...['reconciliation.setOpening'],
  ...['shockSets.save', 'shockSets.remove'],
  ...['income.export'],
  ...['performance.exportRealized'],
  ...['cancels.prepare', 'cancels.confirm'],
  ...['transactions.setKind', 'transactions.group', 'transactions.ungroup'],
  ...['views.save', 'views.remove'],
  ...['exports.start', 'exports.startWhole', 'exports.cancel', 'exports.showInFolder'],
  ...['reports.request', 'reports.tryAgain', 'reports.cancel', 'reports.allowElsewhere'],
  ...['reports.remove', 'reports.open', 'reports.showInFolder', 'reports.saveAs'],
  ...['reports.schedule'],
  ...['alerts.save', 'alerts.remove', 'alerts.snooze'],
  ...['notices.read'],
  ...['desktop.restartToUpdate'],
  ...['health.openLog', 'service.check'],
  ...['sync.now'],
  ...['attention.set'],
  ...['settings.write'],
  ...['data.dismiss', 'data.inspectBackup', 'data.backUp', 'data.restore'],
  ...['data.export', 'data.deleteCache', 'data.deleteProfile'],
  ...['erasure.retry', 'erasure.dismiss'],
  ...['data.showInFolder'],
  ...['sealing.offer', 'sealing.seal', 'sealing.open', 'sealing.recover'],
  ...['sealing.startOver', 'sealing.progress', 'sealing.inspectSetAside', 'sealing.bringBack'],
  ...['computers.offer', 'computers.create', 'computers.join', 'computers.leave'],
  ...['computers.check', 'computers.choose'],
  ...['lock.read', 'lock.lock', 'lock.unlock', 'lock.unlockWithSystem'],
  ...['lock.unlockWithSecret', 'lock.eraseAll', 'lock.setPin', 'lock.removePin'],
  ...['lock.change', 'lock.allowSystem', 'lock.noteActivity'],
  ...['mirror.set', 'mirror.run'],
  ...['visits.markSeen'],
])

test('every request of the contract that only reads is remembered', async () => {
  for (const method of Object.keys(requests)) {
    isLost = false
    await request(value('answer'), method)
    isLost = true
    const recalled = await request(lost, method)
    expect([method, recalled.ok]).toEqual([method, !neverRemembered.has(method)])
  }
})
