import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import type { RunningProfile } from '#main/profile/opening/open-profile.ts'
import type { Client } from '#shared/client.ts'
import type { HistoryCoverage } from '#shared/model/transaction/history.ts'
import { accelerate, FakeClock } from '../../fakes/clock.ts'
import type { RecordedAnswer } from '../../fakes/recorded/recorded-answers.ts'
import { RecordedService } from '../../fakes/recorded/recorded-service.ts'
import { openTestProfile } from '../../fakes/running-profile.ts'
import { until } from '../../fakes/until.ts'
import { openWindow } from '../../fakes/window.ts'

export const accountId = '1900001'
/** Monday noon in Moscow, on the day on which the service was recorded. */
export const now = Date.UTC(2026, 10, 30, 9)
const decimal = (value: string) => ({ value })

/** An answer to a GET request. */
export const answer = (path: string, body: unknown, rest: Partial<RecordedAnswer['request']> = {}): RecordedAnswer => ({
  ...{ request: { method: 'GET', path, query: {}, ...rest }, status: 200, body },
})

/** A position in the words of the service. */
export const position = (symbol: string, quantity: string, currentPrice: string, more: object = {}) => ({
  ...{ symbol, quantity: decimal(quantity), average_price: decimal('1'), current_price: decimal(currentPrice) },
  ...{ daily_pnl: decimal('0.0'), unrealized_pnl: decimal('0.0'), ...more },
})

export const accountAnswer = (positions: readonly object[], more: object = {}): RecordedAnswer =>
  answer(`/v1/accounts/${accountId}`, {
    ...{ account_id: accountId, type: 'UNION', status: 'ACCOUNT_ACTIVE', equity: decimal('100000.0') },
    ...{ unrealized_profit: decimal('0.0'), positions, open_account_date: '2022-12-01T00:00:00Z' },
    cash: [{ currency_code: 'RUB', units: '3000', nanos: 0 }],
    portfolio_mc: { available_cash: decimal('3000.0') },
    ...more,
  })

export const assetAnswer = (symbol: string, body: object): RecordedAnswer => {
  const [ticker, mic] = symbol.split('@')
  const common = { ticker, mic, decimals: 2, min_step: '1', lot_size: decimal('1.0'), quote_currency: 'RUB' }
  return answer(`/v1/assets/${symbol}`, { ...common, ...body }, { query: { account_id: accountId } })
}

export const quoteAnswer = (symbol: string, last: string): RecordedAnswer =>
  answer(`/v1/instruments/${symbol}/quotes/latest`, {
    symbol,
    quote: { symbol, timestamp: '2026-11-30T08:59:00Z', last: decimal(last), close: decimal(last) },
  })

/** The answers of these files, whatever the dates in the query are. */
export const withoutDates = (answers: readonly RecordedAnswer[]): RecordedAnswer[] =>
  answers.map(({ request, ...rest }) => ({
    ...rest,
    request: { ...request, query: { symbol: request.query['symbol'] ?? '' } },
  }))

interface Row {
  readonly id: string
  readonly at: string
  readonly category: string
  readonly name: string
  readonly symbol?: string
  readonly amount?: string
  readonly currency?: string
  readonly pieces?: string
  readonly price?: string
}

/** A transaction in the words of the service. */
export function row({ id, at, category, name, symbol = '', amount = '0', pieces = '0', price, ...rest }: Row) {
  const [units = '0', fraction = ''] = amount.split('.')
  const nanos = Number(`${amount.startsWith('-') ? '-' : ''}${fraction.padEnd(9, '0')}`)
  return {
    ...{ id, category, transaction_category: category, timestamp: at, symbol, transaction_name: name },
    change: { currency_code: rest.currency ?? 'RUB', units, nanos },
    change_qty: decimal(pieces),
    ...(price !== undefined && {
      trade: {
        size: decimal(pieces.replace('-', '')),
        price: decimal(price),
        accrued_interest: decimal('0'),
      },
    }),
  }
}

export const transactionsAnswer = (rows: readonly object[]): RecordedAnswer =>
  answer(`/v1/accounts/${accountId}/transactions`, { transactions: rows })

export interface Replayed {
  readonly client: Client
  readonly profile: RunningProfile
  readonly service: RecordedService
  /** Waits until the profile has read all that it requests; `hasHistory`: the account has transactions. */
  settle(hasHistory?: boolean): Promise<void>
  /** Lets a minute of their clock take half a second, for a wait of minutes. Call it when all is read. */
  hasten(): void
  /** Fails if an internal fault was logged. */
  close(): Promise<void>
}

/** A profile with all its jobs against a service that replays these files and answers. A minute of their clock takes three seconds. */
export async function openReplayed(
  names: readonly string[],
  answers: readonly RecordedAnswer[] = [],
  accountIds: readonly string[] = [accountId],
): Promise<Replayed> {
  const service = await RecordedService.start(...names)
  service.accountIds = accountIds
  service.add(...answers)
  const clock = accelerate(new FakeClock(now), 20)
  service.now = clock.now
  const directory = mkdtempSync(join(tmpdir(), 'tidemark-test-'))
  const events = new EventBus()
  const faults: unknown[] = []
  const logFault = (where: string, error: unknown): void => void faults.push([where, error])
  const profile = await openTestProfile({
    ...{ directory, clock, events, logFault, service, budget: createBudget({ clock }) },
  })
  const close = async (): Promise<void> => {
    await profile.close()
    await service.close()
    rmSync(directory, { recursive: true, force: true })
    expect(faults).toEqual([])
  }
  const client = openWindow(profile, { dataDir: directory, clock, events, logFault })
  const settle = async (hasHistory = true): Promise<void> => {
    const coverage = () => client.call('transactions.coverage')
    const isLoaded = ({ isComplete }: HistoryCoverage): boolean => isComplete || !hasHistory
    const withinMs = Math.max(60_000, accountIds.length * 8_000)
    await until(coverage, (each) => each.length >= accountIds.length && each.every(isLoaded), withinMs)
    for (const job of ['reference', 'events', 'schedules'] as const) profile.scheduler.wake(job, 'schedule')
    const kinds = (): number => {
      const lasting = service.requests.filter(({ path }) => !path.endsWith('/transactions'))
      return new Set(lasting.map((request) => JSON.stringify(request))).size
    }
    // All is read when no new kind of request came for the time of 30 reads, half a minute of their clock.
    let [seen, unchanged] = [-1, 0]
    await until(kinds, (count) => {
      unchanged = count === seen ? unchanged + 1 : 0
      seen = count
      return unchanged >= 30
    })
  }
  return { client, profile, service, settle, close, hasten: () => clock.setFactor(120) }
}
