import { expect, test } from 'vitest'
import { d, makeAccount, makeDetails, makePosition } from '../insight/make.ts'
import { start } from './moved-alerts.ts'
import { accountId, draftOf } from './rig.ts'
import { withEnglishTexts } from './with-english-texts.ts'

const moveBelow = (threshold: string) => draftOf({ kind: 'margin', accountId, figure: 'move', threshold: d(threshold) })

/** An account with 20 pieces at 100 dollars and a requirement of 600. */
function startMargin() {
  const rig = start()
  const { cache, journal, clock, events } = rig
  journal.settings.setAll({ accountCurrency: 'USD' })
  cache.instrumentDetails.put(makeDetails(), clock.now())
  const read = async (equity: string): Promise<void> => {
    cache.accounts.replaceAccount(
      makeAccount({
        equity: d(equity),
        positions: [makePosition({ quantity: d('20'), maintenanceMargin: d('600') })],
        portfolio: { kind: 'mc', availableCash: null, initialMargin: null, maintenanceMargin: d('600') },
      }),
      clock.now(),
    )
    events.publish('accounts.changed', { accountId })
    await clock.advance(1_000)
  }
  return { ...rig, read }
}

test('a short distance to a call fires the rule once, until it has grown by a tenth of the threshold', async () => {
  const { opened, notices, read } = startMargin()
  opened.alerts.save(null, moveBelow('20'))
  await read('1000')
  expect(opened.alerts.list()[0]?.reading).toMatchObject({ isBeyond: false, unknown: null })
  // (600 − 880) / 1400 is a fall of 20 %.
  await read('880')
  expect(notices()).toMatchObject([{ facts: [{ label: 'Leads to a call', form: 'change', value: '-20' }] }])
  await read('895')
  await read('870')
  expect(notices()).toHaveLength(1)
  await read('1000')
  await read('870')
  expect(notices()).toHaveLength(2)
})

test('equity below the requirement means a move of 0 %, and a safe account exceeds no threshold', async () => {
  const { opened, read } = startMargin()
  await read('599')
  const reading = () => withEnglishTexts(opened.alerts.preview(moveBelow('1')).reading)
  expect(reading()).toMatchObject({ isBeyond: true, facts: [{ value: 'equity is below the requirement' }] })
  await read('9000')
  expect(reading()).toMatchObject({ isBeyond: false, facts: [{ value: 'no uniform move of prices leads to a call' }] })
})

test('a rule names the parts that it does not cover, and never fires while the move is unknown', async () => {
  const { opened, cache, journal, clock, read } = startMargin()
  await read('700')
  cache.instrumentDetails.put(makeDetails({ type: 'OPTIONS', contractSize: d('1') }), clock.now())
  expect(opened.alerts.preview(moveBelow('99')).reading.unknown).toBe('No position can be covered')
  cache.instrumentDetails.put(makeDetails(), clock.now())
  journal.settings.setAll({ accountCurrency: undefined })
  expect(opened.alerts.preview(moveBelow('99')).reading.unknown).toBe('The currency of the equity is unknown')
})

test('positions that a rule does not cover are called by their names', () => {
  const { opened, cache, clock } = startMargin()
  const [symbol, name] = ['SB180CU6@RTSX', 'SBER 180 PUT']
  cache.instrumentDetails.put(makeDetails({ symbol, name, type: 'OPTIONS' }), clock.now())
  cache.accounts.replaceAccount(
    makeAccount({
      equity: d('1000'),
      positions: [
        makePosition({ quantity: d('20'), maintenanceMargin: d('600') }),
        makePosition({ symbol, quantity: d('5'), maintenanceMargin: d('0') }),
      ],
      portfolio: { kind: 'mc', availableCash: null, initialMargin: null, maintenanceMargin: d('600') },
    }),
    clock.now(),
  )
  expect(withEnglishTexts(opened.alerts.preview(moveBelow('99')).reading)).toMatchObject({
    caveats: [`Not covered: ${name}`],
  })
})

test.each(['0', '100', '-5'])('a move of %s %% is refused', (threshold) => {
  expect(() => startMargin().opened.alerts.save(null, moveBelow(threshold))).toThrow(/above 0 % and below 100 %/)
})

test('the preview of a distance uses the recorded margin', async () => {
  const { opened, journal, clock, read } = startMargin()
  await read('1000')
  const at = (hoursAgo: number) => clock.now() - hoursAgo * 3_600_000
  const record = (hoursAgo: number, equity: string, percent: string | null) =>
    journal.margin.record(accountId, at(hoursAgo), {
      ...{ equity: d(equity), requirement: d('600') },
      ...(percent === null ? { state: null, percent: null } : { state: 'call', percent: d(percent) }),
    })
  record(9, '1000', '-28.57')
  record(8, '700', '-7')
  record(7, '650', null)
  expect(opened.alerts.preview(moveBelow('10')).history).toMatchObject({ points: 3, firedAt: [at(8)] })
  const distance = draftOf({ kind: 'margin', accountId, figure: 'distance', threshold: d('60') })
  expect(opened.alerts.preview(distance).history).toMatchObject({ firedAt: [at(7)] })
})
