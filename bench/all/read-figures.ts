/**
 * What a figure is: a time or a rate, which depend on the speed of the computer; a cost, such as requests or MB, of which
 * less is better; or a count without a better direction.
 */
export type Kind = 'time' | 'rate' | 'cost' | 'count'

/** A figure of one run of a bench. Times are in ms. */
export interface Reading {
  readonly name: string
  readonly kind: Kind
  readonly value: number
}

/** Their seconds are those of a simulated clock, not of the computer. */
const simulated = ['day', 'freshness', 'history', 'live']
/** Figures of other programs, which are not judged. */
const foreign = /^hledger roi\b|^hledger: balances of the oldest\b|^\w+: reading$/
/** A rule that the app does not use, for comparison. */
const reference = /round ?robin/i
const kinds: Readonly<Record<string, Kind>> = {
  ...{ ms: 'time', s: 'time', 's/h': 'time', 'rows/s': 'rate' },
  ...{ rows: 'count', lines: 'count', balances: 'count', h: 'count' },
}
const msOf: Readonly<Record<string, number>> = { s: 1_000, 's/h': 1_000 }
const labels = ['scenario', 'phase', 'name', 'figure']
/** The values of a line with a unit, each with what it adds to the name. The highest of a few runs says nothing, so no p99. */
const measured = { p50: '', value: '', p95: ', p95', cpu: ', CPU time' }
/** Fields of a line without a unit that are conditions, references or measures of how certain another figure is. */
const conditions = [
  'seconds',
  'hours',
  'rows',
  'ideal',
  'cap',
  'kills',
  'from',
  'slopePerHour',
  'standardError',
  'lastDay',
]
const counts = ['activeMinutes', 'inGaps', 'quotesOfKnownHours', 'rankCorrelation']

/** The figures of a run's output, and what was not measured, with its reason. */
export function readFigures(bench: string, output: string): { readings: Reading[]; notRun: string[] } {
  const lines = output.split('\n').filter((line) => line !== '')
  const objects = lines.map(readObject)
  const notes = objects.flatMap(({ name, reason }) =>
    typeof reason === 'string' ? [`${String(name)}: ${reason}`] : [],
  )
  const absent = lines.filter((line) => /^\w+ is not installed/.test(line))
  const readings = objects
    .flatMap((line) => readLine(bench, line))
    .filter(({ name }) => !foreign.test(name))
    .map((reading) => (reference.test(reading.name) ? { ...reading, kind: 'count' as const } : reading))
  return { readings, notRun: [...notes, ...absent] }
}

type Line = Readonly<Record<string, unknown>>

/** Empty for a line that is not a JSON object, such as the progress of a build. */
function readObject(line: string): Line {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Line) : {}
  } catch {
    return {}
  }
}

function readLine(bench: string, line: Line): Reading[] {
  const label = labels.flatMap((field) => (typeof line[field] === 'string' ? [line[field]] : [])).join(': ')
  const { unit } = line
  if (typeof unit !== 'string') return readPlain(label, line)
  const given = kinds[unit] ?? 'cost'
  const kind = given === 'time' && simulated.includes(bench) ? 'cost' : given
  return Object.entries(measured).flatMap(([field, ending]) => {
    const value = line[field]
    const scale = kind === 'time' ? (msOf[unit] ?? 1) : 1
    return typeof value === 'number' ? [{ name: label + ending, kind, value: value * scale }] : []
  })
}

/** The numbers of a line without a unit, by the path of their fields. */
function readPlain(label: string, line: Line): Reading[] {
  return Object.entries(line).flatMap(([field, value]): Reading[] => {
    const name = `${label}: ${field}`
    if (conditions.includes(field)) return []
    if (typeof value === 'object' && value !== null) return readPlain(name, value as Line)
    return typeof value === 'number' ? [{ name, kind: counts.includes(field) ? 'count' : 'cost', value }] : []
  })
}
