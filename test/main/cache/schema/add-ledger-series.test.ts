import { expect, it } from 'vitest'
import { openLedgerRig, accountId, makeTrade } from '../../ledger/rig.ts'
import { SeriesReader } from '../../../../src/main/ledger/reading/series.ts'
import { parseUnits } from '../../../../src/main/insight/lots/units.ts'

it('holdings that were replayed before there was a series are replayed again, with it', async () => {
  const rig = openLedgerRig()
  await rig.write([makeTrade('1', 1000, 'A@X', '3', '-30')])
  rig.refresh()
  // As an older version left it: holdings without a series, under its own rules.
  rig.db.exec("DELETE FROM ledger_series; UPDATE ledger_basis SET rules = '2 fifo'")
  const next = openLedgerRig(rig.db)
  next.refresh()
  const key = rig.db
    .prepare<[string], number>('SELECT key FROM transaction_account WHERE account_id = ?')
    .pluck()
    .get(accountId)
  expect(new SeriesReader(rig.db).at(key!, 'A@X', 2000)).toMatchObject({ quantity: parseUnits('3') })
})

it('a holding that is forgotten takes its series with it', async () => {
  const rig = openLedgerRig()
  await rig.write([makeTrade('1', 1000, 'A@X', '3', '-30')])
  rig.refresh()
  rig.db.prepare("DELETE FROM account_transaction WHERE id = '1'").run()
  rig.refresh()
  expect(rig.db.prepare('SELECT count(*) FROM ledger_series').pluck().get()).toBe(0)
})
