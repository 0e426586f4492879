import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

/** One line of a bench's report. */
export interface Figure {
  readonly name: string
  readonly p50: number
  readonly p99: number
  readonly unit: string
  readonly bareP50: number | null
  readonly bareP99: number | null
}

/** Prints a figure as one JSON object on a line. */
export const print = (figure: Figure): void => console.log(JSON.stringify(figure))

const round = (value: number): number => Math.round(value * 1_000) / 1_000

/** The percentile of a sample by the nearest rank; `share` is a fraction of 1. */
export function percentile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((a, b) => a - b)
  return round(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0)
}

/** Runs before the measurement, because code is slow until it is compiled; never more than are measured. */
const maxWarmUps = 10

/**
 * Runs the app's code and the same bare SQL alternately, so that both have the same noise. Times in ms. The time of `prepare`
 * before each run is not measured.
 */
export async function compare(
  name: string,
  runs: number,
  app: (run: number) => Promise<unknown>,
  bare: ((run: number) => void) | null,
  prepare: ((run: number) => Promise<unknown>) | null = null,
): Promise<void> {
  const times: number[] = []
  const bareTimes: number[] = []
  for (let run = -Math.min(maxWarmUps, runs); run < runs; run++) {
    await prepare?.(Math.max(0, run))
    const startedAt = performance.now()
    await app(Math.max(0, run))
    const middle = performance.now()
    bare?.(Math.max(0, run))
    const ended = performance.now()
    if (run >= 0) {
      times.push(middle - startedAt)
      bareTimes.push(ended - middle)
    }
  }
  print({
    name,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    unit: 'ms',
    bareP50: bare === null ? null : percentile(bareTimes, 0.5),
    bareP99: bare === null ? null : percentile(bareTimes, 0.99),
  })
}

/** Prints one value, such as a size or a rate. */
export const printValue = (name: string, value: number, unit: string): void =>
  print({ name, p50: round(value), p99: round(value), unit, bareP50: null, bareP99: null })

/**
 * The time for which this thread was ready to run and waited for a processor, in ms since its start; null if the system does
 * not report it.
 */
function readProcessorWaitMs(): number | null {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6
  } catch {
    return null
  }
}

/**
 * Measures how long the main thread is blocked, by the delay of a timer of one millisecond. Times in ms. The wait for a
 * processor is reported separately, because the load of the machine causes it.
 */
export function watchBlocking() {
  const blocking: number[] = []
  const withoutWait: number[] = []
  let timer: NodeJS.Timeout | undefined
  let due = 0
  let waited: number | null = null
  const record = (): void => {
    const blockedMs = Math.max(0, performance.now() - due)
    blocking.push(blockedMs)
    const waitedNow = waited === null ? null : readProcessorWaitMs()
    if (waited !== null && waitedNow !== null) withoutWait.push(Math.max(0, blockedMs - (waitedNow - waited)))
  }
  const wait = (): void => {
    waited = readProcessorWaitMs()
    due = performance.now() + 1
    timer = setTimeout(() => {
      record()
      wait()
    }, 1)
  }
  const longest = (sample: readonly number[]): number => sample.reduce((max, blockedMs) => Math.max(max, blockedMs), 0)
  return {
    start: wait,
    stop(): void {
      clearTimeout(timer)
      // The timer has not run since the current block began.
      record()
    },
    print(name: string): void {
      const [p50, p99] = [percentile(blocking, 0.5), percentile(blocking, 0.99)]
      print({ name: `main thread held: ${name}`, p50, p99, unit: 'ms', bareP50: null, bareP99: null })
      printValue(`longest hold: ${name}`, longest(blocking), 'ms')
      if (withoutWait.length > 0)
        printValue(`longest hold without the wait for a processor: ${name}`, longest(withoutWait), 'ms')
    },
  }
}
