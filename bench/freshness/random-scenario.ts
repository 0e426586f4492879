import { createRandom, drawNormal } from './random.ts'
import type { Scenario, ScenarioSymbol } from './scenario.ts'

type Span = [number, number]

/** The property that makes a scenario difficult. Its other properties are random. */
export const kinds = [
  'plain',
  'heavy-tailed',
  'wide-volatility',
  'few-symbols',
  'many-symbols',
  'tiny-budget',
  'overlapping-accounts',
  'lopsided-accounts',
  'odd-hours',
  'changing-view',
  'regimes',
  'rare-trades',
  'zeros',
  'only-watched',
  'overfull',
  'mixed',
  'new-list',
  'alike',
  'alike-rare-trades',
] as const
export type Kind = (typeof kinds)[number]

/** Trading minutes of a year: 252 days of eight and a half hours. */
const minutesOfYear = 252 * 510

/** A scenario of a kind. The same seed gives the same scenario. Times are minutes. */
export function drawScenario(kind: Kind, seed: number): Scenario {
  if (kind === 'new-list' || kind === 'alike' || kind === 'alike-rare-trades') return drawList(kind, seed)
  const random = createRandom(seed, kind)
  const between = (from: number, to: number): number => from + random() * (to - from)
  const wholeBetween = (from: number, to: number): number => Math.floor(between(from, to + 1))
  const logBetween = (from: number, to: number): number => Math.exp(between(Math.log(from), Math.log(to)))
  const chance = (probability: number): boolean => random() < probability
  const has = (trait: Kind): boolean => kind === trait || (kind === 'mixed' && chance(0.3))

  const minutes = wholeBetween(60, 90)
  // A separate generator, so that the other random values did not change when this was added.
  const before = createRandom(seed, `${kind} opened before`)
  const whole: Span[] = [[before() < 0.5 ? -Math.floor(400 * before()) : 0, minutes]]
  const isHeavy = kind === 'heavy-tailed' || chance(0.3)
  const isWide = has('wide-volatility')
  const isRare = has('rare-trades')
  const changesRegime = has('regimes')
  const hasZeros = has('zeros')
  const isOdd = has('odd-hours')
  const isViewChanging = has('changing-view')
  const isOnlyWatched = has('only-watched')

  const count = has('many-symbols')
    ? wholeBetween(500, 2_000)
    : has('few-symbols')
      ? wholeBetween(5, 12)
      : kind === 'heavy-tailed'
        ? wholeBetween(150, 350)
        : wholeBetween(20, 150)
  const budgetPerMinute = has('tiny-budget')
    ? wholeBetween(10, 30)
    : kind === 'overfull'
      ? Math.max(10, Math.floor(count / between(4, 10)))
      : wholeBetween(60, 200)

  const spread = (): Span[] => {
    const spans: Span[] = []
    for (let at = chance(0.5) ? 0 : between(0, 20); at < minutes; at += between(3, 15)) {
      const to = Math.min(minutes, at + between(4, 40))
      spans.push([at, to])
      at = to
    }
    return spans
  }
  const drawVisible = (): Span[] => (isViewChanging ? spread() : chance(isOnlyWatched ? 1 : 0.4) ? [[0, minutes]] : [])
  const sharedHours = isOdd ? [spread(), spread(), spread()] : []
  const symbols = Array.from({ length: count }, (_, i): ScenarioSymbol => {
    // A Pareto tail with exponent 1.1, or a uniform spread.
    const weight = isHeavy ? 1_000 * (1 - random()) ** (-1 / 1.1) : 1_000 * Math.exp(drawNormal(random))
    const volatility = isWide ? logBetween(0.00002, 0.02) : logBetween(0.0004, 0.003)
    return {
      symbol: `R${i + 1}@MISX`,
      weight: hasZeros && chance(0.15) ? 0 : isOnlyWatched ? 1_000 : weight,
      price: logBetween(0.5, 5_000),
      volatilityPerSqrtMinute: hasZeros && chance(0.15) ? 0 : volatility,
      tradesPerMinute: isRare && chance(0.6) ? logBetween(0.01, 0.2) : logBetween(0.5, 30),
      open: isOdd ? (sharedHours[wholeBetween(0, 2)] ?? whole) : whole,
      visible: drawVisible(),
      regimes:
        changesRegime && chance(0.6)
          ? [{ at: between(10, minutes - 10), volatilityPerSqrtMinute: volatility * (chance(0.5) ? 10 : 0.1) }]
          : [],
    }
  })
  const names = symbols.map(({ symbol }) => symbol)
  const pick = (wanted: number): string[] =>
    names
      .map((name) => ({ name, at: random() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, wanted)
      .map(({ name }) => name)
  const sizes = has('overlapping-accounts')
    ? Array.from({ length: wholeBetween(2, 4) }, () => wholeBetween(2, Math.ceil(count / 2)))
    : has('lopsided-accounts')
      ? [1, Math.min(300, count)]
      : kind === 'heavy-tailed' || isOnlyWatched || chance(0.4)
        ? []
        : [wholeBetween(3, Math.ceil(count / 3))]
  return {
    seed: wholeBetween(1, 1_000_000),
    minutes,
    budgetPerMinute,
    isFresh: false,
    accounts: sizes.map((size, i) => ({ id: `ACC-${i + 1}`, symbols: pick(size) })),
    symbols,
  }
}

/**
 * A watchlist on screen whose rows have equal weights, in a session that opened some time ago. `new-list`: the list is new, and
 * the volatilities of its rows are between 0.01 and 1.46 a year. `alike`: all rows move alike, so no plan is better than a
 * round robin.
 */
function drawList(kind: 'new-list' | 'alike' | 'alike-rare-trades', seed: number): Scenario {
  const random = createRandom(seed, kind)
  const between = (from: number, to: number): number => from + random() * (to - from)
  const logBetween = (from: number, to: number): number => Math.exp(between(Math.log(from), Math.log(to)))
  const minutes = 20
  const open: Span[] = [[-Math.floor(between(0, 400)), minutes]]
  const count = kind === 'new-list' ? 150 : Math.floor(between(30, 150))
  const commonVolatility = logBetween(0.1, 0.6)
  const symbols = Array.from({ length: count }, (_, i): ScenarioSymbol => {
    const volatility = kind === 'new-list' ? logBetween(0.01, 1.46) : commonVolatility * between(0.9, 1.1)
    return {
      ...{ symbol: `R${i + 1}@MISX`, weight: 1_000, price: logBetween(0.5, 5_000) },
      volatilityPerSqrtMinute: volatility / Math.sqrt(minutesOfYear),
      tradesPerMinute: kind === 'alike-rare-trades' ? logBetween(0.1, 1) : logBetween(1, 60),
      ...{ open, visible: [[0, minutes]], regimes: [] },
    }
  })
  // Each of the 150 rows gets about five quotes in the first ten minutes.
  const budgetPerMinute = kind === 'new-list' ? 110 : 200
  return { seed, minutes, budgetPerMinute, isFresh: true, accounts: [], symbols }
}
