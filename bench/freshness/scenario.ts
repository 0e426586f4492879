import { z } from 'zod'

const minute = z.number()
/** A span that ends before it begins is an error. An empty span, or one that ends after the run, is allowed. */
const Span = z.tuple([minute, minute]).refine(([from, to]) => from <= to, 'ends before it begins')
const volatility = z.number().min(0)
const Regime = z.object({ at: minute, volatilityPerSqrtMinute: volatility })

const ScenarioSymbol = z.object({
  symbol: z.string().min(1),
  /** Negative for a short position. Only the square is used. */
  weight: z.number(),
  price: z.number().positive(),
  volatilityPerSqrtMinute: volatility,
  /** Default: almost continuously. */
  tradesPerMinute: z
    .number()
    .min(0)
    .nullish()
    .transform((rate) => rate ?? 60),
  /** Default: always. A span that starts below 0 is a session that opened before the start. */
  open: z
    .array(Span)
    .nullish()
    .transform((spans) => spans ?? [always]),
  visible: optionalList(Span),
  regimes: optionalList(Regime),
})
export type ScenarioSymbol = z.infer<typeof ScenarioSymbol>

const always: [number, number] = [0, 1e9]

function optionalList<T extends z.ZodType>(item: T) {
  return z
    .array(item)
    .nullish()
    .transform((list) => list ?? [])
}

const Account = z.object({ id: z.string().min(1), symbols: z.array(z.string()) })

/** A market scenario for the freshness bench. Times are minutes. */
export const Scenario = z
  .object({
    seed: z.number().default(1),
    minutes: z.number().positive(),
    /** Rounded down to whole requests. */
    budgetPerMinute: z.number().min(1).transform(Math.floor),
    /** Whether the list is new: no price is cached at the start. */
    isFresh: z.boolean().default(false),
    accounts: optionalList(Account),
    symbols: z.array(ScenarioSymbol).min(1),
  })
  .superRefine(({ accounts, symbols }, context) => {
    nameRepeats(
      symbols.map(({ symbol }) => symbol),
      (i) => ['symbols', i, 'symbol'],
      context,
    )
    nameRepeats(
      accounts.map(({ id }) => id),
      (i) => ['accounts', i, 'id'],
      context,
    )
  })
export type Scenario = z.infer<typeof Scenario>

function nameRepeats(names: readonly string[], pathOf: (i: number) => PropertyKey[], context: z.RefinementCtx): void {
  const known = new Set<string>()
  for (const [i, name] of names.entries()) {
    if (known.has(name)) context.addIssue({ code: 'custom', path: pathOf(i), message: `${name} is a duplicate` })
    known.add(name)
  }
}

/** Whether a minute is in one of the spans. Ends are exclusive. */
export const isWithin = (spans: readonly (readonly [number, number])[], at: number): boolean =>
  spans.some(([from, to]) => from <= at && at < to)

/** The volatility per √minute at this minute. */
export const volatilityAt = ({ volatilityPerSqrtMinute, regimes }: ScenarioSymbol, at: number): number =>
  regimes
    .filter((regime) => regime.at <= at)
    .reduce((latest, regime) => (regime.at >= latest.at ? regime : latest), { at: -Infinity, volatilityPerSqrtMinute })
    .volatilityPerSqrtMinute
