import type { Decimal } from '#shared/decimal.ts'
import { minuteMs } from '#shared/durations.ts'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import { until } from '../../test/fakes/until.ts'
import type { RunningApp } from './app.ts'

const maxReadMs = 6 * minuteMs

const conditions: readonly AlertCondition[] = [
  { kind: 'price', symbol: 'SBER@MISX', direction: 'below', threshold: '250' as Decimal },
  { kind: 'day-percent', symbol: 'AAPL@XNGS', move: 'either', percent: '3' as Decimal },
  { kind: 'margin', accountId: '1900001', figure: 'move', threshold: '25' as Decimal },
  { kind: 'order', accountId: null, on: 'filled' },
]

/** Does what a user does in the first hour: a base currency, a watchlist, alerts, a report. */
export async function fillApp({ broker, host }: RunningApp): Promise<void> {
  await until(
    () => host.call('accounts.list'),
    (accounts) => accounts.length === broker.accounts.ids.length,
    minuteMs,
  )
  await host.call('currencies.setBase', { currency: 'RUB' })
  const symbols = [...broker.suggestedSymbols]
  const before = await host.call('watchlists.list')
  const { id } = await host.call('watchlists.create', { name: 'Ideas', symbols })
  for (const list of before) await host.call('watchlists.remove', { id: list.id })
  const [first, second] = symbols
  if (first !== undefined) await host.call('watchlists.setTarget', { id, symbol: first, price: '300' as Decimal })
  if (second !== undefined) await host.call('watchlists.setSection', { id, symbol: second, section: 'Abroad' })
  for (const condition of conditions)
    await host.call('alerts.save', {
      id: null,
      draft: {
        ...{ condition, note: '', isEnabled: true, repeats: true, hysteresis: null },
        ...{ coolDownMinutes: 60, expiresAt: null },
      },
    })
  await host.call('reports.request', {
    ...{ accountId: '1900001', form: 'REPORT_FORM_LONG', inParts: false },
    ...{ beginOn: '2026-08-01', endOn: '2026-08-31' },
  })
}

/** Waits until the app shows that the service responds with errors, or not at all. */
export const waitForPhase = async ({ host }: RunningApp, phase: 'trouble' | 'offline'): Promise<unknown> =>
  until(
    () => host.call('connection.read'),
    (connection) => connection.phase === phase,
    minuteMs,
  )

/** Waits until history, events and the report are read. The request limit of the service makes this take minutes. */
export async function waitUntilRead({ host }: RunningApp): Promise<void> {
  const isRead = async (): Promise<boolean> => {
    const [coverage, ledger, income, reports] = await Promise.all([
      host.call('transactions.coverage'),
      host.call('ledger.state'),
      host.call('income.summary', { accountId: null, by: 'instrument' }),
      host.call('reports.list'),
    ])
    return (
      coverage.every(({ isComplete }) => isComplete) &&
      ledger.phase === 'idle' &&
      income.coverage.unreadSymbols.length === 0 &&
      reports.every(({ phase }) => phase === 'here')
    )
  }
  await until(isRead, (done) => done, maxReadMs, 1_000)
}
