import { readFileSync } from 'node:fs'
import { z } from 'zod'

const minute = z.number().min(0)
const Span = z.tuple([minute, minute]).refine(([from, to]) => from < to, 'must end after it begins')
const volatility = z.number().min(0)

const ScenarioSymbol = z.object({
  symbol: z.string().min(1),
  weight: z.number().min(0),
  price: z.number().positive(),
  volatilityPerSqrtMinute: volatility,
  tradesPerMinute: z.number().min(0),
  open: z.array(Span),
  visible: z.array(Span),
  regimes: z.array(z.object({ at: minute, volatilityPerSqrtMinute: volatility })).default([]),
})
export type ScenarioSymbol = z.infer<typeof ScenarioSymbol>

/** A day at the market, for the freshness bench. Times are minutes. */
export const Scenario = z
  .object({
    seed: z.int(),
    minutes: z.number().positive(),
    budgetPerMinute: z.int().positive(),
    accounts: z.array(z.object({ id: z.string().min(1), symbols: z.array(z.string()) })).default([]),
    symbols: z.array(ScenarioSymbol).min(1),
  })
  .superRefine(({ accounts, symbols }, context) => {
    const known = new Set<string>()
    for (const [i, { symbol }] of symbols.entries()) {
      if (known.has(symbol))
        context.addIssue({ code: 'custom', path: ['symbols', i, 'symbol'], message: `${symbol} is there twice` })
      known.add(symbol)
    }
    for (const [i, account] of accounts.entries())
      for (const [k, symbol] of account.symbols.entries())
        if (!known.has(symbol))
          context.addIssue({
            code: 'custom',
            path: ['accounts', i, 'symbols', k],
            message: `${symbol} is not among the symbols`,
          })
  })
export type Scenario = z.infer<typeof Scenario>

function readJson(file: string | URL): unknown {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${String(file)} is not JSON: ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
}

/** Throws an Error that names the file and what is wrong with it, field by field. */
export function readScenario(file: string | URL): Scenario {
  const parsed = Scenario.safeParse(readJson(file))
  if (!parsed.success) throw new Error(`${String(file)}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

/** Whether a minute lies in one of the spans; ends are outside. */
export const isWithin = (spans: readonly (readonly [number, number])[], at: number): boolean =>
  spans.some(([from, to]) => from <= at && at < to)

/** The volatility per √minute that holds at a minute. */
export const volatilityAt = ({ volatilityPerSqrtMinute, regimes }: ScenarioSymbol, at: number): number =>
  regimes
    .filter((regime) => regime.at <= at)
    .reduce((latest, regime) => (regime.at >= latest.at ? regime : latest), { at: -1, volatilityPerSqrtMinute })
    .volatilityPerSqrtMinute
