import { measure } from './measure.ts'
import { drawScenario, kinds, type Kind } from './random-scenario.ts'

const mostOfKnown = 1.1

interface Drawn {
  readonly kind: Kind
  readonly ofKnown: number
  readonly isOverBudget: boolean
  readonly closedRequests: number
}

const isKind = (name: string): name is Kind => kinds.some((kind) => kind === name)
const round = (value: number): number => Number(value.toPrecision(4))
const ratio = (a: number, b: number): number => (b === 0 ? (a === 0 ? 1 : Infinity) : a / b)

interface RandomOptions {
  readonly count: number
  readonly seed: number
  /** One of `kinds`; without it they come in turn. */
  readonly kindName: string | undefined
  readonly mostMinutes: number
}

/** Measures so many drawn scenarios and sums up. Throws an Error for a kind that there is not. */
export async function measureRandom(
  { count, seed, kindName, mostMinutes }: RandomOptions,
  print: (line: object) => void,
): Promise<void> {
  if (kindName !== undefined && !isKind(kindName)) throw new Error(`--kind must be one of ${kinds.join(', ')}`)
  const drawn: Drawn[] = []
  for (let i = 0; i < count; i++) {
    const kind = kindName ?? kinds[i % kinds.length] ?? 'plain'
    const scenario = drawScenario(kind, seed + i)
    const { planner, roundRobin, knownVolatility, ...counted } = await measure(scenario, mostMinutes)
    const ofKnown = ratio(planner, knownVolatility)
    const { budgetPerMinute, symbols, accounts } = scenario
    print({
      ...{ kind, seed: seed + i, symbols: symbols.length, accounts: accounts.map((one) => one.symbols.length) },
      ...{ budgetPerMinute, ofKnown: round(ofKnown), roundRobinOf: round(ratio(roundRobin, planner)), ...counted },
    })
    drawn.push({
      ...{ kind, ofKnown, closedRequests: counted.closedRequests },
      isOverBudget: counted.maxInAnyMinute > budgetPerMinute,
    })
  }
  const logs = drawn.map(({ ofKnown }) => Math.log(ofKnown))
  print({
    count,
    meanOfKnown: round(Math.exp(logs.reduce((a, b) => a + b, 0) / count)),
    worstOfKnown: round(Math.max(...drawn.map(({ ofKnown }) => ofKnown))),
    overKnownBar: drawn.filter(({ ofKnown }) => ofKnown > mostOfKnown).length,
    overBudget: drawn.filter(({ isOverBudget }) => isOverBudget).length,
    closedRequests: drawn.reduce((total, one) => total + one.closedRequests, 0),
  })
}
