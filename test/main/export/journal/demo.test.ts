import { afterAll, beforeAll, expect } from 'vitest'
import { decodeAccount } from '#main/broker/wire/account.ts'
import { decodeTransactions } from '#main/broker/wire/transaction.ts'
import { migrations } from '#main/cache/schema/migrations.ts'
import { transactionMessage } from '#main/demo/accounts/transaction-row.ts'
import { createWorld } from '#main/demo/world/world.ts'
import { createLotReader } from '#main/ledger/reading/lots.ts'
import { InstrumentMemory } from '#main/ledger/reading/performance/method-holdings.ts'
import { readRealized } from '#main/ledger/reading/performance/realized-reader.ts'
import { Reconciler } from '#main/ledger/reading/reconciler.ts'
import { negate, sum, zero } from '#shared/decimal.ts'
import { defaultSettings } from '#shared/default-settings.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { fifo, finish, openLedgerRig } from '../../ledger/rig.ts'
import { openMigrated } from '../../sqlite/open-migrated.ts'
import { checkBeancount, ledgerBalances, ledgerProgramBalances } from './balances.ts'
import { run, testWith, writeJournal } from './programs.ts'
import { readHledger, type Balances } from './read-balances.ts'
import { journalOf } from './rig.ts'

const beginsAt = Date.UTC(2019, 0, 1)

/** The whole history of the demo in a cache, with its replayed holdings. */
async function openDemo() {
  const clock = new FakeClock()
  const { accounts, transactions } = createWorld({
    ...{ size: 'typical', clock, seed: 7, requestsPerMinute: 200, tokenLifeMs: 900_000, transactionCap: 1000 },
    ...{ transactionOrder: 'newest-first', alwaysOpen: true, readOnly: false },
  })
  const rig = openLedgerRig(openMigrated(migrations))
  const now = clock.now()
  for (const accountId of accounts.ids) {
    const messages = transactions.list(accountId, { from: beginsAt, to: now, limit: Infinity }).map(transactionMessage)
    const page = decodeTransactions({ transactions: messages })
    await rig.cache.transactions.store(accountId, page.content, now, { from: beginsAt, to: now + 1 })
    rig.cache.history.putBeginning(accountId, beginsAt)
    rig.cache.accounts.replaceAccount(decodeAccount(accounts.message(accountId), { accountId }), now)
  }
  rig.refresh()
  return rig
}

type Demo = Awaited<ReturnType<typeof openDemo>>

/** The tests only read it. */
let demo: Demo
beforeAll(async () => {
  demo = await openDemo()
})
afterAll(() => demo.db.close())

/** The cost of the open lots of all accounts, by currency. */
function costsOf({ db, cache, replay }: Demo): Balances {
  const readLots = createLotReader(db, cache, replay.instruments)
  const lots = cache.accounts.list().flatMap(({ account }) => readLots(account.id, null))
  const byCurrency = Map.groupBy(lots, ({ currency }) => currency)
  return Object.fromEntries(
    [...byCurrency].flatMap(([currency, own]) =>
      currency === null ? [] : [[`Assets ${currency}`, sum(own.map(({ cost }) => cost ?? zero))]],
    ),
  )
}

/** The realized profit of all accounts by currency, with the sign of income in a book. */
function profitOf({ db, cache, replay }: Demo): Balances {
  const known = new InstrumentMemory(db, cache, replay.instruments).read(replay.revision, fifo)
  const accountIds = cache.accounts.list().map(({ account }) => account.id)
  const reconciler = new Reconciler(db, cache)
  const compared = accountIds.map((id) => reconciler.read(id, fifo, replay.revision))
  const question = {
    ...{ accountIds, symbol: null, type: null, currency: null, from: beginsAt, to: Date.UTC(2040, 0, 1) },
    ...{ choices: fifo, now: Date.UTC(2040, 0, 1), quotes: new Map(), compared, rates: null, recorded: null },
    ...{ isQuick: false, method: null, knownDay: defaultSettings.knownDay },
  }
  const { totals } = finish(readRealized({ db, tables: cache, known }, question))
  const byCurrency = Map.groupBy(totals, ({ currency }) => currency)
  return Object.fromEntries(
    [...byCurrency].map(([currency, own]) => [`Income ${currency}`, negate(sum(own.map(({ profit }) => profit)))]),
  )
}

const csvOptions = ['--flat', '-N', '--layout=bare', '-Ocsv']

testWith('hledger')('hledger finds the journal of the demo balanced, with the balances of the ledger', async () => {
  const path = writeJournal(journalOf(demo.db, { format: 'hledger' }))
  run('hledger', '-f', path, 'check', '--strict', 'ordereddates')
  const balances = ledgerBalances(demo.db)
  expect(Object.keys(balances).length).toBeGreaterThan(40)
  expect(readHledger(run('hledger', '-f', path, 'balance', ...csvOptions, '^Assets'))).toEqual(balances)
})

testWith('hledger')('the journal has each row once, with the costs and the realized profit of the ledger', async () => {
  const path = writeJournal(journalOf(demo.db, { format: 'hledger' }))
  const ids = demo.db.prepare<[], string>('SELECT id FROM account_transaction').pluck().all()
  expect(run('hledger', '-f', path, 'codes').trim().split('\n').sort()).toEqual(ids.sort())
  const costs = run('hledger', '-f', path, 'balance', '-B', '--depth=1', ...csvOptions, '^Assets:.*:Securities$')
  expect(readHledger(costs)).toMatchObject(costsOf(demo))
  const profit = run('hledger', '-f', path, 'balance', '--depth=1', ...csvOptions, ':RealizedProfit$')
  expect(readHledger(profit)).toEqual(profitOf(demo))
})

testWith('ledger')('ledger accepts the journal of the demo and has the balances of our ledger', async () => {
  const path = writeJournal(journalOf(demo.db, { format: 'ledger' }))
  expect(ledgerProgramBalances(path)).toEqual(ledgerBalances(demo.db))
})

testWith('bean-check')(
  'beancount accepts the journal of the demo and confirms the balances of the ledger',
  async () => {
    checkBeancount(journalOf(demo.db, { format: 'beancount' }), ledgerBalances(demo.db))
  },
)
