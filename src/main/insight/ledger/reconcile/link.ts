import type { Candidate } from './evidence.ts'

/** A difference of pieces with its possible causes. */
export interface LinkedPosition {
  readonly symbol: string
  readonly candidates: readonly Candidate[]
}

/** The number of likeliest candidates that are tried for each position, and the largest number of positions. */
const maxChoices = 6
const maxPositions = 4

/**
 * Chooses a candidate, or none, for each position, so that the sum of their effects on cash is the difference of every
 * currency involved. Of several choices, the one that explains most positions. `null` if there is none. `cash`: the
 * differences by currency, in units.
 */
export function linkToCash(
  positions: readonly LinkedPosition[],
  cash: ReadonlyMap<string, bigint>,
): ReadonlyMap<string, Candidate> | null {
  const choices = positions.slice(0, maxPositions).map(({ symbol, candidates }) => ({
    symbol,
    candidates: candidates
      .filter(({ cashEffect }) => cashEffect !== null && cashEffect.money !== 0n)
      .slice(0, maxChoices),
  }))
  if (positions.length > maxPositions || choices.length === 0) return null
  let best: ReadonlyMap<string, Candidate> | null = null
  const choose = (index: number, chosen: ReadonlyMap<string, Candidate>): void => {
    const choice = choices[index]
    if (choice === undefined) {
      if (chosen.size > (best?.size ?? 0) && explainsCash(chosen, cash)) best = chosen
      return
    }
    for (const candidate of choice.candidates) choose(index + 1, new Map([...chosen, [choice.symbol, candidate]]))
    choose(index + 1, chosen)
  }
  choose(0, new Map())
  return best
}

/** Whether the sum of the effects is the difference of every currency involved. */
function explainsCash(chosen: ReadonlyMap<string, Candidate>, cash: ReadonlyMap<string, bigint>): boolean {
  const sums = new Map<string, bigint>()
  for (const { cashEffect } of chosen.values()) {
    if (cashEffect !== null) sums.set(cashEffect.currency, (sums.get(cashEffect.currency) ?? 0n) + cashEffect.money)
  }
  return [...sums].every(([currency, sum]) => cash.get(currency) === sum)
}
