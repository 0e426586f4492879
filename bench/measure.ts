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

/** The value below which `share` of the sample lies. */
export function percentile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((a, b) => a - b)
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

/** Runs the app's path and the same SQL bare by turns, so that both meet the same noise. Times in ms. */
export async function compare(
  name: string,
  runs: number,
  app: (run: number) => Promise<unknown>,
  bare: ((run: number) => void) | null,
): Promise<void> {
  const times: number[] = []
  const bareTimes: number[] = []
  for (let run = -3; run < runs; run++) {
    const began = performance.now()
    await app(Math.max(0, run))
    const between = performance.now()
    bare?.(Math.max(0, run))
    const ended = performance.now()
    // The first ones warm up.
    if (run >= 0) {
      times.push(between - began)
      bareTimes.push(ended - between)
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

/** One value, such as a size or a rate. */
export const printValue = (name: string, value: number, unit: string): void =>
  print({ name, p50: round(value), p99: round(value), unit, bareP50: null, bareP99: null })

/** Watches how long the main thread is held, by how late a timer of a millisecond comes. Times in ms. */
export function watchHolds() {
  const holds: number[] = []
  let timer: NodeJS.Timeout | undefined
  let due = 0
  const wait = (): void => {
    due = performance.now() + 1
    timer = setTimeout(() => {
      holds.push(Math.max(0, performance.now() - due))
      wait()
    }, 1)
  }
  return {
    start: wait,
    stop(): void {
      clearTimeout(timer)
      // What held the thread until now was not seen by a timer.
      holds.push(Math.max(0, performance.now() - due))
    },
    print(name: string): void {
      const [p50, p99] = [percentile(holds, 0.5), percentile(holds, 0.99)]
      print({ name: `main thread held: ${name}`, p50, p99, unit: 'ms', bareP50: null, bareP99: null })
      printValue(
        `longest hold: ${name}`,
        holds.reduce((longest, hold) => Math.max(longest, hold), 0),
        'ms',
      )
    },
  }
}
