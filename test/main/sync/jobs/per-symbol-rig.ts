import type { Job } from '#main/sync/scheduler/job.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { makeAccount, makeDetails, makePosition } from '../../insight/make.ts'
import { runOf, startSync } from '../harness.ts'

/** The held instruments. */
export const symbols = Array.from({ length: 20 }, (_, i) => `S${String(i).padStart(2, '0')}@XXXX`)

/** Starts the sync of an account that holds all these instruments. Requests for the instruments in `failing` fail. */
export function start() {
  const sync = startSync()
  const failing = new Map<string, ErrorCode>()
  const check = (symbol: string | undefined): void => {
    const code = failing.get(symbol ?? '')
    if (code !== undefined) throw new AppError(code, `${symbol} is ${code}`)
  }
  sync.broker.responses = {
    getAsset: ({ symbol }) => (check(symbol), makeDetails({ symbol })),
    getSchedule: ({ symbol }) => (check(symbol), { symbol, sessions: [], malformed: [] }),
    listPastDividends: ({ symbol }) => (
      check(symbol),
      { rows: [], malformed: [], received: 0, hasNext: false, isFull: false }
    ),
    listFutureSplits: ({ symbol }) => (
      check(symbol),
      { rows: [], malformed: [], received: 0, hasNext: false, isFull: false }
    ),
  }
  const positions = symbols.map((symbol) => makePosition({ symbol }))
  sync.cache.accounts.replaceAccount(makeAccount({ positions }), sync.clock.now())
  /** Runs a job `times` times, even if runs fail. Returns the error codes. */
  const runAll = async (job: Job, times: number): Promise<string[]> => {
    const codes: string[] = []
    for (let i = 0; i < times; i++) {
      await job.run(runOf()).catch((error: unknown) => codes.push(error instanceof AppError ? error.code : 'fault'))
      await sync.clock.advance(job.nextDelayMs() ?? 0)
    }
    return codes
  }
  const storedSymbols = (): string[] =>
    sync.cache.instrumentDetails.getMany(symbols).map(({ details }) => details.symbol)
  return { ...sync, failing, runAll, storedSymbols }
}
