import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const Figure = z.strictObject({
  kind: z.enum(['time', 'rate', 'cost', 'count']),
  ...{ median: z.number(), low: z.number(), high: z.number(), quartiles: z.tuple([z.number(), z.number()]).readonly() },
})
const Baseline = z.strictObject({
  /** The code that was measured; with uncommitted changes, it ends with "+". */
  commit: z.string(),
  node: z.string(),
  runs: z.int(),
  rows: z.int(),
  calibrationMs: z.number(),
  notRun: z.array(z.string()),
  /** Times are divided by the calibration of their moment; rates are multiplied by it; all else is as measured. */
  figures: z.record(z.string(), Figure),
})
export type Baseline = z.infer<typeof Baseline>
export type Figures = Baseline['figures']

/** Throws an Error where there is no baseline. */
export function readBaseline(path: string): Baseline {
  if (!existsSync(path)) throw new Error(`There is no baseline ${path}: record one with --record.`)
  try {
    return Baseline.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new Error(`${path} is not a baseline of this version.`, { cause: error })
  }
}

/** One figure per line, in the order of the names, so that a difference of two baselines is readable. */
export function writeBaseline(path: string, { figures, ...head }: Baseline): void {
  const lines = (value: object): string[] =>
    Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${JSON.stringify(item)}`)
  const sorted = Object.fromEntries(Object.entries(figures).sort(([a], [b]) => (a < b ? -1 : 1)))
  const body = lines(sorted).map((line) => `    ${line}`)
  const first = lines(head).map((line) => `  ${line},\n`)
  writeFileSync(path, `{\n${first.join('')}  "figures": {\n${body.join(',\n')}\n  }\n}\n`)
}
