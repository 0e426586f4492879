import { measure } from './measure.ts'
import { drawScenario, kinds, type Kind } from './random-scenario.ts'

const maxOfKnown = 1.1

interface Drawn {
  readonly kind: Kind
  readonly ofKnown: number
  readonly roundRobinOf: number
  readonly isOverBudget: boolean
  readonly closedRequests: number
}

const isKind = (name: string): name is Kind => kinds.some((kind) => kind === name)
const round = (value: number): number => Number(value.toPrecision(4))
const ratio = (a: number, b: number): number => (b === 0 ? (a === 0 ? 1 : Infinity) : a / b)
const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((total, value) => total + Math.log(value), 0) / values.length)

interface RandomOptions {
  readonly count: number
  readonly seed: number
  /** One of `kinds`; without it the kinds alternate. */
  readonly kindName: string | undefined
  readonly maxMinutes: number
}

/** Measures `count` random scenarios and prints a summary. Throws an Error for an unknown kind. */
export async function measureRandom(
  { count, seed, kindName, maxMinutes }: RandomOptions,
  print: (line: object) => void,
): Promise<void> {
  if (kindName !== undefined && !isKind(kindName)) throw new Error(`--kind must be one of ${kinds.join(', ')}`)
  const drawn: Drawn[] = []
  for (let i = 0; i < count; i++) {
    const kind = kindName ?? kinds[i % kinds.length] ?? 'plain'
    const scenario = drawScenario(kind, seed + i)
    const { planner, roundRobin, knownVolatility, ...counted } = await measure(scenario, maxMinutes)
    const ofKnown = ratio(planner, knownVolatility)
    const roundRobinOf = ratio(roundRobin, planner)
    const { budgetPerMinute, symbols, accounts } = scenario
    print({
      ...{ kind, seed: seed + i, symbols: symbols.length, accounts: accounts.map((account) => account.symbols.length) },
      ...{ budgetPerMinute, ofKnown: round(ofKnown), roundRobinOf: round(roundRobinOf), ...counted },
    })
    drawn.push({
      ...{ kind, ofKnown, roundRobinOf, closedRequests: counted.closedRequests },
      isOverBudget: counted.maxInAnyMinute > budgetPerMinute,
    })
  }
  print({
    count,
    meanOfKnown: round(geometricMean(drawn.map(({ ofKnown }) => ofKnown))),
    meanRoundRobinOf: round(geometricMean(drawn.map(({ roundRobinOf }) => roundRobinOf))),
    worstRoundRobinOf: round(Math.min(...drawn.map(({ roundRobinOf }) => roundRobinOf))),
    worstOfKnown: round(Math.max(...drawn.map(({ ofKnown }) => ofKnown))),
    overKnownBar: drawn.filter(({ ofKnown }) => ofKnown > maxOfKnown).length,
    overBudget: drawn.filter(({ isOverBudget }) => isOverBudget).length,
    closedRequests: drawn.reduce((total, run) => total + run.closedRequests, 0),
  })
}
