import { beforeEach, expect, test } from 'vitest'
import { LastAnswers } from '../../../../src/renderer/lib/host/last-answers.ts'
import { dayMs } from '../../../../src/shared/durations.ts'
import { requests } from '../../../../src/shared/contract/contract.ts'
import type { Reply } from '../../../../src/shared/client.ts'

const lost: Reply = { ok: false, code: 'unavailable', message: 'Tidemark does not respond.' }
let isLost: boolean
let answers: LastAnswers
beforeEach(() => {
  isLost = false
  answers = new LastAnswers(() => isLost)
})
const ask = (reply: Reply, method = 'positions.list', params: unknown = { accountId: null }) =>
  answers.ask(async () => reply, method, params)
const value = (text: string): Reply => ({ ok: true, value: text })

test('without a host, a request gets the last response to the same request', async () => {
  await ask(value('old'))
  await ask(value('new'))
  isLost = true
  expect(await ask(lost)).toEqual(value('new'))
  expect(await ask(lost, 'positions.list', { accountId: '7' })).toEqual(lost)
  expect(await ask(lost, 'orders.list')).toEqual(lost)
})

test('an error of a responding host is shown, and a recalled response is always the last one', async () => {
  await ask(value('old'))
  const failed: Reply = { ok: false, code: 'internal', message: 'The cache could not be read' }
  isLost = true
  expect(await ask(failed)).toEqual(failed)
  isLost = false
  expect(await ask(lost)).toEqual(lost)
})

test('a request for a period up to now counts as the same request later, and no other request does', async () => {
  let now = Date.UTC(2026, 10, 23, 9, 59, 59)
  const spans = new LastAnswers(
    () => isLost,
    () => now,
  )
  const firstAt = Date.UTC(2024, 0, 1)
  const askFor = (reply: Reply, days: number, symbol = 'A@X') =>
    spans.ask(async () => reply, 'transactions.page', {
      filter: { conditions: [{ symbol }, { from: now - days * dayMs, to: now, first: firstAt }] },
      limit: 30,
    })
  await askFor(value('a month'), 30)
  isLost = true
  now += 3 * 3_600_000 + 1_234
  expect(await askFor(lost, 30)).toEqual(value('a month'))
  expect(await askFor(lost, 7)).toEqual(lost)
  expect(await askFor(lost, 30.001)).toEqual(lost)
  expect(await askFor(lost, 30, 'B@X')).toEqual(lost)
})

test('a request that changes something is never answered from memory', async () => {
  for (const method of ['settings.write', 'watchlists.create', 'cancels.confirm', 'sync.now', 'reports.request']) {
    isLost = false
    await ask(value('done'), method)
    isLost = true
    expect(await ask(lost, method)).toEqual(lost)
  }
})

test('forgotten responses are not recalled, and only the last 40 responses to a request are kept', async () => {
  await ask(value('a'))
  answers.forget()
  isLost = true
  expect(await ask(lost)).toEqual(lost)
  isLost = false
  await ask(value('others'), 'positions.list')
  for (let index = 0; index <= 40; index++) await ask(value(String(index)), 'transactions.page', index)
  isLost = true
  expect(await ask(lost, 'transactions.page', 0)).toEqual(lost)
  expect(await ask(lost, 'transactions.page', 1)).toEqual(value('1'))
  expect(await ask(lost, 'positions.list')).toEqual(value('others'))
})

/** The requests that change something or must not be recalled. Every other request of the contract is remembered. */
const neverRemembered = new Set<string>([
  ...['connection.test', 'connection.connect', 'connection.signOut', 'connection.pause'],
  ...['profiles.open'],
  ...['currencies.setBase', 'currencies.setRate'],
  ...['watchlists.create', 'watchlists.duplicate', 'watchlists.rename', 'watchlists.remove'],
  ...['watchlists.move', 'watchlists.setColumns', 'watchlists.addSymbol', 'watchlists.addSymbols'],
  ...['watchlists.removeSymbol', 'watchlists.moveSymbol', 'watchlists.setTarget', 'watchlists.setSection'],
  ...['watchlists.renameSection', 'watchlists.resolve'],
  ...['instruments.follow'],
  ...['reconciliation.setOpening'],
  ...['shockSets.save', 'shockSets.remove'],
  ...['income.export'],
  ...['performance.exportRealized'],
  ...['cancels.prepare', 'cancels.confirm'],
  ...['transactions.setKind'],
  ...['views.save', 'views.remove'],
  ...['exports.start', 'exports.startWhole', 'exports.cancel', 'exports.showInFolder'],
  ...['reports.request', 'reports.tryAgain', 'reports.cancel', 'reports.allowElsewhere'],
  ...['reports.remove', 'reports.open', 'reports.showInFolder', 'reports.saveAs'],
  ...['reports.schedule'],
  ...['alerts.save', 'alerts.remove', 'alerts.snooze'],
  ...['notices.read'],
  ...['desktop.restartToUpdate'],
  ...['health.openLog'],
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
    await ask(value('answer'), method)
    isLost = true
    const recalled = await ask(lost, method)
    expect([method, recalled.ok]).toEqual([method, !neverRemembered.has(method)])
  }
})
