/** The flows of a day or of a part of it. */
export interface InAndOut {
  /** Money that comes in; 0 or positive. */
  readonly in: number
  /** Money that goes out; a charge that is paid from outside is negative. */
  readonly out: number
}

/** Some days between two known values. */
export interface GrowthWindow {
  readonly begin: number
  readonly end: number
  /** One entry for each UTC day of the window. */
  readonly days: readonly InAndOut[]
}

/** Relative differences below this are rounding errors of floats. */
const roundingShare = 1e-12

/**
 * Why a window has no growth factor: `idle`: there was no money; `not-positive`: the base was zero or negative, or more
 * was lost than there was; `no-rate`: no factor, or more than one, leads from the inflows to the outflows.
 */
type NoGrowth = 'idle' | 'not-positive' | 'no-rate'

/**
 * The growth factor of a window; 1.1 is a gain of 10 %. What comes in counts at the start of its day, what goes out at
 * the end of its day. Over one day that is `(end + out) / (begin + in)`; over several days it is the factor with which
 * begin and inflows lead to outflows and end, the internal rate of return of the window.
 */
export function growthOf({ begin, end, days }: GrowthWindow): number | NoGrowth {
  const [only] = days
  if (days.length === 1 && only !== undefined) return ratioOf(begin, only.in, only.out, end)
  const plain = ratioOf(
    begin,
    sumOf(days, (day) => day.in),
    sumOf(days, (day) => day.out),
    end,
  )
  if (typeof plain !== 'number') return plain
  const first = days.findIndex((day, index) => day.in !== 0 || (index === 0 && begin !== 0))
  const opening = first === 0 ? begin : 0
  const isEarly = days.some(({ out }, index) => index < first && out !== 0)
  if (isEarly || opening + (days[first]?.in ?? 0) <= 0) return 'not-positive'
  if (plain === 0 && days.every(({ out }) => out === 0)) return 0
  const last = end === 0 ? days.findLastIndex((day) => day.in !== 0 || day.out !== 0) : days.length - 1
  const used = days.slice(first, last + 1)
  const isPlain = used.every(
    (day, index) => (index === 0 || day.in === 0) && (index === used.length - 1 || day.out === 0),
  )
  if (isPlain) return plain
  const growth = solve(opening, used, end)
  return growth === null ? 'no-rate' : withoutRounding(growth)
}

/** The factor with which begin and inflows become outflows and end, whatever their times. */
function ratioOf(begin: number, paidIn: number, paidOut: number, end: number): number | NoGrowth {
  const size = Math.abs(begin) + Math.abs(end) + paidIn + Math.abs(paidOut)
  if (size === 0) return 'idle'
  const least = size * roundingShare
  const [base, rest] = [begin + paidIn, end + paidOut]
  if (base <= least || rest < -least) return 'not-positive'
  return rest <= least ? 0 : withoutRounding(rest / base)
}

const withoutRounding = (growth: number): number => (Math.abs(growth - 1) < roundingShare ? 1 : growth)

const sumOf = (days: readonly InAndOut[], read: (day: InAndOut) => number): number =>
  days.reduce((total, day) => total + read(day), 0)

/** The only factor over all days that leads from the inflows to the outflows and the end; `null` if there is none. */
function solve(opening: number, days: readonly InAndOut[], end: number): number | null {
  const count = days.length
  const terms = days
    .flatMap((day, index) => [
      { amount: day.in + (index === 0 ? opening : 0), exponent: (count - index) / count },
      { amount: -day.out, exponent: (count - index - 1) / count },
    ])
    .filter(({ amount }) => amount !== 0)
  const value = (growth: number): number =>
    terms.reduce((total, { amount, exponent }) => total + amount * growth ** exponent, -end)
  const steps = Array.from({ length: 241 }, (_, index) => 10 ** ((index - 120) / 20))
  const crossings = steps.flatMap((high, index) => {
    const low = steps[index - 1]
    return low !== undefined && value(low) < 0 !== value(high) < 0 ? [{ low, high }] : []
  })
  const [only] = crossings
  if (only === undefined || crossings.length > 1) return null
  let { low, high } = only
  const isRising = value(low) < 0
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2
    if (value(middle) < 0 === isRising) low = middle
    else high = middle
  }
  return (low + high) / 2
}
