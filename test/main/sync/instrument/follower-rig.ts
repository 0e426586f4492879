import { InstrumentFollower } from '#main/sync/instrument/instrument-follower.ts'
import { createInstrumentJob } from '#main/sync/jobs/create-jobs.ts'
import { Scheduler } from '#main/sync/scheduler/scheduler.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { InstrumentPart } from '#shared/model/instrument-view.ts'
import { makeDetails } from '../../insight/make.ts'
import { startSync } from '../harness.ts'

export const symbol = 'AAA@XXXX'
export const minuteMs = 60_000

/** A follower in its scheduler, with a service that responds to every request. */
export function start({ type = 'EQUITIES', isOpen = true } = {}) {
  const sync = startSync()
  const { broker, clock, cache } = sync
  const failing = new Map<string, ErrorCode>()
  const session = (state: string, from: number, to: number) => ({
    type: state,
    startAt: clock.now() + from * minuteMs,
    endAt: clock.now() + to * minuteMs,
  })
  let sessions = isOpen
    ? [session('CORE_TRADING', -60, 600)]
    : [session('CORE_TRADING', -600, -60), session('CLOSED', -60, 60), session('CORE_TRADING', 60, 600)]
  const respond =
    <T>(name: string, value: (input: { symbol?: string | undefined }) => T) =>
    (input: { symbol?: string | undefined }): T => {
      const code = failing.get(name)
      if (code !== undefined) throw new AppError(code, `It is ${code}`)
      return value(input)
    }
  const page = { rows: [], malformed: [], received: 0, hasNext: false, isFull: false }
  broker.responses = {
    getAsset: respond('getAsset', (input) => makeDetails({ symbol: input.symbol ?? '', type })),
    getTradingParams: respond('getTradingParams', () => ({
      symbol,
      accountId: '1900001',
      isTradable: true,
      longable: null,
      shortable: null,
      longRiskRate: null,
      shortRiskRate: null,
      longCollateral: null,
      shortCollateral: null,
      longInitialMargin: null,
      shortInitialMargin: null,
      priceType: null,
    })),
    getSchedule: respond('getSchedule', () => ({ sessions })),
    getOrderBook: respond('getOrderBook', () => ({ rows: [], malformed: [] })),
    getTrades: respond('getTrades', () => ({ rows: [], malformed: [] })),
    listOptions: respond('listOptions', () => ({ rows: [], malformed: [] })),
    listConstituents: respond('listConstituents', () => ({ rows: [], malformed: [], nextCursor: null })),
    listPastDividends: respond('listPastDividends', () => page),
    listPastBondEvents: respond('listPastBondEvents', () => page),
    listFutureSplits: respond('listFutureSplits', () => page),
  }
  cache.sessionDetails.put(broker.details, clock.now())
  const instruments = new InstrumentFollower(sync.context, () => 0)
  const ignore = (): void => undefined
  const scheduler = new Scheduler({ clock, random: () => 0, onChange: ignore, onOutcome: ignore })
  scheduler.add(createInstrumentJob(instruments))
  scheduler.start()
  const follow = (
    parts: readonly InstrumentPart[],
    { isVisible = true, again = false, focused = symbol, viewId = 'view', accountId = null as string | null } = {},
  ): void => {
    const focus = { symbol: focused, accountId, parts, chain: { root: null, expiration: null }, isVisible }
    if (instruments.follow(viewId, focus, again)) scheduler.wake('instrument', again ? 'user' : 'schedule')
  }
  /** A window repeats its report while this number of milliseconds passes. */
  const showFor = async (parts: readonly InstrumentPart[], ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 20_000) {
      follow(parts)
      await clock.advance(Math.min(20_000, left))
    }
  }
  const requestNames = (): string[] => broker.calls.map(({ name }) => name)
  const setSessions = (next: typeof sessions): void => void (sessions = next)
  return { ...sync, instruments, scheduler, follow, showFor, failing, requestNames, session, setSessions }
}

export const all: readonly InstrumentPart[] = [
  ...(['details', 'params', 'schedule', 'book', 'trades', 'options'] as const),
  ...(['constituents', 'dividends', 'bond-events', 'splits'] as const),
]
