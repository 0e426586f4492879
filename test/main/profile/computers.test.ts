import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { SetSecrets } from '#main/computers/set-secrets.ts'
import { startDemoBroker } from '#main/demo/server.ts'
import { systemClock as clock } from '#main/time/clock.ts'
import type { Topic } from '#shared/contract/contract.ts'
import type { Decimal } from '#shared/decimal.ts'
import { FakeKeychain } from '../../fakes/keychain.ts'
import { openTestProfile } from '../../fakes/running-profile.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { until } from '../../fakes/until.ts'
import { openWindow } from '../../fakes/window.ts'

const faults: unknown[] = []
const logFault = (...fault: unknown[]): void => void faults.push(fault)

/** The same profile on one of the computers, with all its jobs, used through a window. */
async function startApp(service: { readonly baseUrl: string; readonly secret: string }) {
  const directory = makeTemporaryDirectory()
  const events = new EventBus()
  const received: Topic[] = []
  events.listen((topic) => void received.push(topic))
  const profile = await openTestProfile({
    ...{ service, directory, clock, events, logFault, budget: createBudget({ clock, limit: 100_000 }) },
    setSecrets: new SetSecrets(new FakeKeychain(), 'p'),
  })
  onTestFinished(() => profile.close())
  return { profile, received, window: openWindow(profile, { dataDir: directory, clock, events, logFault }) }
}

test('two apps share lists, alerts, views, kinds and opening balances through a folder', async () => {
  const service = await startDemoBroker({ size: 'small', alwaysOpen: true })
  onTestFinished(() => service.close())
  const [a, b] = [await startApp(service), await startApp(service)]
  const folder = join(makeTemporaryDirectory(), 'sync')
  mkdirSync(folder)
  await until(
    () => b.profile.cache.accounts.list(),
    (accounts) => accounts.length > 0,
  )
  const { code } = await a.window.call('computers.offer')
  await a.window.call('computers.create', { folder, code, name: 'Desktop' })

  const symbol = 'AAPL@XNGS'
  await a.window.call('watchlists.create', { name: 'Shared', symbols: [symbol] })
  const price = { kind: 'price', symbol, direction: 'above', threshold: '1000000' as Decimal } as const
  const draft = { note: 'from the desktop', isEnabled: true, repeats: false, hysteresis: null, coolDownMinutes: 0 }
  const saved = await a.window.call('alerts.save', {
    ...{ id: null, draft: { ...draft, condition: price, expiresAt: null } },
  })
  await a.window.call('views.save', {
    ...{ id: null, name: 'Taxes', filter: { conditions: [], text: 'tax' }, direction: 'newest' },
  })
  a.profile.journal.kinds.set({ scope: 'row', accountId: 'X1', id: 't1' }, 'tax')
  const [account] = b.profile.cache.accounts.list()
  const accountId = account?.account.id ?? expect.fail('no account')
  a.profile.journal.openings.put({ accountId, symbol: null, currency: 'USD', amount: '5' as Decimal, setAt: 1 })
  const group = { id: 'g', accountId: 'X1', rowIds: ['t1', 't2'], kind: 'repo', costShare: null } as const
  a.profile.journal.groups.put([{ ...group, rowIds: [...group.rowIds] }], 1)
  await a.window.call('instruments.setMaturity', { symbol: 'B@X', maturesOn: '2033-05-17' })
  await a.window.call('computers.check')

  b.received.length = 0
  await b.window.call('computers.join', { folder, code, name: 'Laptop' })
  // Each app began with its own empty list. The list of the joining computer was never used, so it is removed.
  expect((await b.window.call('watchlists.list')).map(({ name }) => name)).toEqual(['Watchlist', 'Shared'])
  const alerts = await b.window.call('alerts.list')
  expect(alerts).toMatchObject([
    { rule: { id: saved.rule.id, note: 'from the desktop' }, status: 'armed', firedCount: 0 },
  ])
  expect(await b.window.call('views.list')).toMatchObject([{ name: 'Taxes' }])
  expect(b.profile.journal.openings.list()).toMatchObject([{ accountId, amount: '5' }])
  expect(b.profile.journal.kinds.list()).toMatchObject([{ kind: 'tax' }])
  expect(await b.window.call('transactions.groups')).toMatchObject([
    { accountId: 'X1', rowIds: ['t1', 't2'], kind: 'repo' },
  ])
  expect(b.profile.journal.bondTerms.list()).toMatchObject([{ symbol: 'B@X', maturesOn: '2033-05-17' }])
  for (const topic of [
    'watchlists.changed',
    'alerts.changed',
    'views.changed',
    'ledger.changed',
    'events.changed',
  ] as const)
    expect(b.received).toContain(topic)

  // An alert that the other computer removes is removed here too, and an edit on one side reaches the other.
  await b.window.call('alerts.remove', { id: saved.rule.id })
  await b.window.call('computers.check')
  await a.window.call('computers.check')
  const { shared } = await a.window.call('computers.read')
  expect(shared).toMatchObject({ trouble: null, faults: [], conflicts: [], unwritten: 0 })
  expect(await a.window.call('alerts.list')).toEqual([])
  expect(shared?.computers.map(({ name }) => name).toSorted()).toEqual(['Desktop', 'Laptop'])
  expect(faults).toEqual([])
}, 60_000)
