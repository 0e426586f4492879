import { expect, test } from 'vitest'
import { decodeAccount } from '#main/broker/wire/account.ts'
import { decodeTransactions } from '#main/broker/wire/transaction.ts'
import { transactionMessage } from '#main/demo/accounts/transaction-row.ts'
import { createWorld } from '#main/demo/world/world.ts'
import { Reconciler } from '#main/ledger/reading/reconciler.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { fifo, openLedgerRig } from './rig.ts'

const beginsAt = Date.UTC(2019, 0, 1)

test.each(['small', 'typical'] as const)(
  'the whole history of the demo (%s) agrees with its stated figures, except for two intended differences',
  async (size) => {
    const clock = new FakeClock()
    const { accounts, transactions } = createWorld({
      ...{ size, clock, seed: 7, requestsPerMinute: 200, tokenLifeMs: 900_000, transactionCap: 1000 },
      ...{ transactionOrder: 'newest-first', alwaysOpen: true, readOnly: false },
    })
    const rig = openLedgerRig()
    const now = clock.now()
    for (const accountId of accounts.ids) {
      const messages = transactions
        .list(accountId, { from: beginsAt, to: now, limit: Infinity })
        .map(transactionMessage)
      const page = decodeTransactions({ transactions: messages })
      await rig.cache.transactions.store(accountId, page.content, now, { from: beginsAt, to: now + 1 })
      rig.cache.history.putBeginning(accountId, beginsAt)
      rig.cache.accounts.replaceAccount(decodeAccount(accounts.message(accountId), { accountId }), now)
    }
    rig.refresh()
    const reconciler = new Reconciler(rig.db, rig.cache)
    for (const accountId of accounts.ids) {
      const read = reconciler.read(accountId, fifo, rig.replay.revision)
      const differing = [...(read?.positions ?? []), ...(read?.cash ?? [])].filter(
        ({ difference }) => difference !== '0',
      )
      const found = differing.map((each) => [
        'symbol' in each ? each.symbol : each.currency,
        each.difference,
        each.causes.slice(0, 3).map(({ kind }) => kind),
      ])
      const expected = [
        ['DOMA@MISX', '130', ['opening-balance', 'missing-row']],
        ['USD', '12.4', ['doubled-row', 'missing-row', 'opening-balance']],
      ]
      expect(found).toEqual(accountId === '1900001' ? expected : [])
      expect([read?.coverage, read?.differenceCount]).toEqual(['whole', found.length])
      expect(read?.positions.length).toBeGreaterThan(2)
    }
  },
)
