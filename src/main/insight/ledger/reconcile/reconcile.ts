import { hasMarket } from '#shared/has-market.ts'
import type { CauseReason } from '#shared/model/ledger/cause-reason.ts'
import type { CashComparison, DifferenceCause, PositionComparison } from '#shared/model/ledger/ledger.ts'
import { formatUnits, magnitude, parseUnits, placesOf, unitPlaces } from '../../lots/units.ts'
import { tickerOf } from '../../symbol-matches.ts'
import { findCashCauses } from './cash-causes.ts'
import { type Candidate, type Evidence, type Figure, type Gap, rankCauses, scores } from './evidence.ts'
import { findPositionCauses } from './position-causes.ts'

/** A difference of pieces with its possible causes. */
interface LinkedPosition {
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
function linkToCash(
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

/** The compared figures of an account, with the likely causes of each difference. */
export interface Reconciled {
  readonly positions: readonly Omit<PositionComparison, 'name'>[]
  readonly cash: readonly CashComparison[]
  /** The number of differences, without rounding differences. */
  readonly differenceCount: number
}

/** With more differences than this, the cause is general, and single rows do not explain the rest. */
const maxExplained = 60

/**
 * Compares the reported figures with the replayed ones and explains the differences, for an account whose history is
 * completely loaded.
 */
export function reconcile(
  { positions, cash }: { readonly positions: readonly Figure[]; readonly cash: readonly Figure[] },
  evidence: Evidence,
): Reconciled {
  const pieceGaps = positions.flatMap((figure) => gapOf(figure, piecePlaces))
  const cashGaps = cash.flatMap((figure) => gapOf(figure, moneyPlaces))
  const unmatched = causesWithoutMarket(pieceGaps)
  const explained = pieceGaps.filter(({ key }) => !unmatched.has(key)).slice(0, maxExplained)
  const found = explained.map((gap) => ({
    gap,
    candidates: findPositionCauses(gap, evidence, cashGaps.length === 0),
  }))
  const differences = new Map(cashGaps.map(({ key, difference }) => [key, difference]))
  const linked = linkToCash(found.map(toLinked), differences)
  const unlinked = explained.filter(({ key }) => linked?.has(key) !== true)
  const restByCurrency = unexplainedCash(differences, linked)
  const pieceCauses = new Map<string, DifferenceCause[]>([
    ...unmatched,
    ...found.map(({ gap, candidates }) => {
      const linkedCause = linked?.get(gap.key)
      const supported = candidates.map((candidate) =>
        candidate === linkedCause ? { ...candidate, score: linkedScore(linkedCause) } : candidate,
      )
      return [gap.key, rankCauses([...supported, missingTrade(gap, unlinked, restByCurrency)])] as const
    }),
  ])
  const cashCauses = new Map(
    cashGaps.map((gap) => [
      gap.key,
      rankCauses([
        ...fromPositions(gap, linked),
        ...findCashCauses(gap, cashGaps, evidence),
        missingMoney(gap, unlinked, restByCurrency.get(gap.key) ?? gap.difference),
      ]),
    ]),
  )
  return {
    positions: positions.map((figure) => ({
      symbol: figure.key,
      ...compared(figure, piecePlaces, pieceCauses.get(figure.key)),
    })),
    cash: cash.map((figure) => ({
      currency: figure.key,
      ...compared(figure, moneyPlaces, cashCauses.get(figure.key)),
    })),
    differenceCount: pieceGaps.length + cashGaps.length,
  }
}

/**
 * The cause of the differences of positions without a market, and of the rows of the same paper: the same ticker, or the same
 * pieces on the other side. These rows are not missing, so nothing else explains them.
 */
function causesWithoutMarket(gaps: readonly Gap[]): Map<string, DifferenceCause[]> {
  const positions = gaps.filter(({ key }) => !hasMarket(key))
  return new Map(
    gaps.flatMap((gap) => {
      const own = positions.find(
        ({ key, difference }) =>
          key === gap.key ||
          (difference < 0n !== gap.difference < 0n && (key === tickerOf(gap.key) || difference === -gap.difference)),
      )
      if (own === undefined) return []
      return [[gap.key, [{ kind: 'no-market', reasons: [{ code: 'no-market', symbol: own.key }], transactionIds: [] }]]]
    }),
  )
}

/** The minimum number of decimal places of a reported figure, including trailing zeros that are not sent. */
const moneyPlaces = 2
const piecePlaces = 6

const differenceOf = ({ stated, replayed }: Figure): bigint | null => {
  const units = stated === null ? null : parseUnits(stated)
  return units === null ? null : units - replayed
}

/** Whether a difference is less than one unit of the last decimal place of the reported figure. */
function isRounding({ stated }: Figure, difference: bigint, minPlaces: number): boolean {
  const places = Math.max(minPlaces, placesOf(parseUnits(stated ?? '0') ?? 0n))
  return magnitude(difference) < 10n ** BigInt(unitPlaces - places)
}

function gapOf(figure: Figure, minPlaces: number): Gap[] {
  const difference = differenceOf(figure)
  if (difference === null || difference === 0n || isRounding(figure, difference, minPlaces)) return []
  return [{ ...figure, difference }]
}

function compared(figure: Figure, minPlaces: number, causes: DifferenceCause[] | undefined) {
  const difference = differenceOf(figure)
  const isSmall = difference !== null && difference !== 0n && isRounding(figure, difference, minPlaces)
  const rounding: DifferenceCause = {
    kind: 'rounding',
    reasons: [{ code: 'rounding' }],
    transactionIds: [],
  }
  return {
    stated: figure.stated,
    replayed: formatUnits(figure.replayed),
    difference: difference === null ? null : formatUnits(difference),
    causes: isSmall ? [rounding] : (causes ?? []),
    opening: figure.opening === null ? null : formatUnits(figure.opening),
  }
}

const toLinked = ({ gap, candidates }: { gap: Gap; candidates: readonly Candidate[] }): LinkedPosition => ({
  symbol: gap.key,
  candidates: candidates.toSorted((a, b) => b.score - a.score),
})

const linkedScore = ({ kind, score }: Candidate): number =>
  Math.max(score, kind === 'doubled-row' ? scores.doubledInBoth : scores.rowInBoth)

/** The differences of each currency that the linked rows do not explain. */
function unexplainedCash(
  differences: ReadonlyMap<string, bigint>,
  linked: ReadonlyMap<string, Candidate> | null,
): ReadonlyMap<string, bigint> {
  const rests = new Map(differences)
  for (const { cashEffect } of linked?.values() ?? []) {
    if (cashEffect !== null) rests.set(cashEffect.currency, (rests.get(cashEffect.currency) ?? 0n) - cashEffect.money)
  }
  return rests
}

/**
 * A missing row. A trade moves pieces and money in opposite directions, so the unexplained money of a currency may be
 * that of a missing trade.
 */
function missingTrade(gap: Gap, unlinked: readonly Gap[], rests: ReadonlyMap<string, bigint>): Candidate {
  const isUnlinked = unlinked.includes(gap)
  const opposite = [...rests].filter(([, rest]) => rest !== 0n && rest < 0n !== gap.difference < 0n)
  const [only] = opposite
  const own = { pieces: formatUnits(gap.difference), symbol: gap.key }
  if (!isUnlinked || only === undefined)
    return missingRow({ code: 'row-of-pieces-is-missing', ...own }, isUnlinked ? scores.missing : scores.weak)
  const currencies = opposite.map(([currency]) => currency)
  return missingRow(
    unlinked.length === 1 && opposite.length === 1
      ? tradeOf(gap, only[1], only[0])
      : { code: 'trade-in-a-currency-is-missing', ...own, currencies },
    scores.missingTrade,
  )
}

/** The causes of this difference that also explain a difference of pieces. */
function fromPositions(gap: Gap, linked: ReadonlyMap<string, Candidate> | null): Candidate[] {
  const linkedCauses = [...(linked?.values() ?? [])].filter(({ cashEffect }) => cashEffect?.currency === gap.key)
  return [...Map.groupBy(linkedCauses, ({ kind }) => kind).values()].flatMap((candidates) => {
    const [first] = candidates
    if (first === undefined) return []
    const reasons = candidates.flatMap((candidate) => candidate.reasons)
    return [{ ...first, reasons, rows: candidates.flatMap(({ rows }) => rows), score: linkedScore(first) }]
  })
}

function missingMoney(gap: Gap, unlinked: readonly Gap[], rest: bigint): Candidate {
  const traded = unlinked.filter(({ difference }) => difference < 0n !== rest < 0n)
  const money = rest === 0n ? gap.difference : rest
  const [only] = traded
  if (rest === 0n || only === undefined) {
    const amount = formatUnits(gap.difference > 0n ? magnitude(money) : -magnitude(money))
    return missingRow(
      { code: 'row-of-money-is-missing', money: { amount, currency: gap.key } },
      rest === 0n ? scores.weak : scores.missing,
    )
  }
  return missingRow(
    traded.length === 1
      ? tradeOf(only, money, gap.key)
      : {
          code: 'money-of-missing-trades',
          symbols: traded.map(({ key }) => key),
          money: { amount: formatUnits(money), currency: gap.key },
        },
    scores.missingTrade,
  )
}

const missingRow = (reason: CauseReason, score: number): Candidate => ({
  kind: 'missing-row',
  score,
  reasons: [reason],
  rows: [],
  cashEffect: null,
})

/** A missing trade of a known amount of money. */
const tradeOf = ({ key, difference }: Gap, money: bigint, currency: string): CauseReason => ({
  code: 'trade-is-missing',
  pieces: formatUnits(difference),
  symbol: key,
  money: { amount: formatUnits(money), currency },
})
