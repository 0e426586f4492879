import type { Call, ShownPrice } from './types.ts'

/** No price that is not on screen is left longer than this while the rate allows it; for those on screen see `age-limits.ts`. */
const hiddenMaxMs = 600_000
/** A market whose schedule is not known may be closed: it is not asked more often than this. */
const unknownVisibleMs = 60_000
const unknownHiddenMs = 300_000
/** A closed market gets one more look this long after its close, for the closing price. */
const closingLookMs = 60_000

/** A call with what of its prices moves. Times are UTC ms. */
export interface Candidate {
  readonly call: Call
  readonly moving: readonly ShownPrice[]
  readonly isVisible: boolean
  readonly minMs: number
  /** When the last of its closed prices should have had its closing look; minus infinity when none is closed. */
  readonly closingLookAt: number
  readonly opensAt: number
  /** √C over all that it refreshes. */
  readonly strength: number
  /** What of it is this call's to refresh, and √C over that. */
  own: readonly ShownPrice[]
  demand: number
  /** The calls that refresh its prices, one for each; itself for its own. */
  owners: readonly Candidate[]
  /** How old what it brings may grow. */
  maxMs: number
  /** From 5/6 to 1: its part of an age limit that it shares with others. */
  readonly spread: number
  /** How long after an asking it is wanted again, all else unchanged. */
  intervalMs: number
  dueAt: number
}

/** How fast the squared error of a price grows: weight² × variance rate. */
export const errorRate = ({ weight, varianceRate }: ShownPrice): number => weight ** 2 * varianceRate

/** In ascending order: the sum, and with it the choice, does not depend on the order of the input. */
export const addUp = (values: readonly number[]): number =>
  values.length < 2 ? (values[0] ?? 0) : values.toSorted((a, b) => a - b).reduce((a, b) => a + b, 0)

/** Its prices are another call's to refresh: it is for when that one fails, or for what else it brings. */
export const isReserve = ({ demand, moving }: Candidate): boolean => demand === 0 && moving.length > 0

/** What refreshes most error first, then most prices. */
export const compareStrength = (a: Candidate, b: Candidate): number =>
  b.strength - a.strength || b.moving.length - a.moving.length || compareIds(a, b)

const compareIds = (a: Candidate, b: Candidate): number => (a.call.id < b.call.id ? -1 : a.call.id > b.call.id ? 1 : 0)

/** The calls, each with its prices, and each price given to one call; in one order, whatever the order of the input. */
export function describeCandidates(prices: readonly ShownPrice[], calls: readonly Call[]): readonly Candidate[] {
  const byKey = new Map(prices.map((price) => [price.key, price]))
  const candidates = calls.map((call) => describe(call, byKey)).sort(compareIds)
  const owner = findOwners(candidates)
  for (const candidate of candidates) takeOwn(candidate, owner)
  return candidates
}

function describe(call: Call, byKey: ReadonlyMap<string, ShownPrice>): Candidate {
  const prices = call.refreshes.map((key) => byKey.get(key)).filter((price) => price !== undefined)
  const moving = prices.filter(({ market }) => market !== 'closed')
  const closed = prices.filter(({ market }) => market === 'closed')
  const isOpen = moving.some(({ market }) => market === 'open')
  return {
    call,
    moving,
    isVisible: prices.some((price) => price.isVisible),
    minMs: Math.max(
      call.minIntervalMs,
      isOpen || moving.length === 0 ? 0 : moving.some((price) => price.isVisible) ? unknownVisibleMs : unknownHiddenMs,
    ),
    closingLookAt: closed.reduce(
      (last, { closedAt }) => Math.max(last, (closedAt ?? -Infinity) + closingLookMs),
      -Infinity,
    ),
    opensAt: closed.reduce((first, { opensAt }) => Math.min(first, opensAt ?? Infinity), Infinity),
    strength: Math.sqrt(addUp(moving.map(errorRate))),
    own: [],
    demand: 0,
    owners: [],
    maxMs: Infinity,
    spread: spreadOf(call.id),
    intervalMs: Infinity,
    dueAt: Infinity,
  }
}

/** Which call is to refresh each price: the one that refreshes most error with it. */
function findOwners(candidates: readonly Candidate[]): ReadonlyMap<string, Candidate> {
  const owner = new Map<string, Candidate>()
  for (const candidate of candidates)
    for (const { key } of candidate.moving) {
      const other = owner.get(key)
      if (other === undefined || compareStrength(candidate, other) < 0) owner.set(key, candidate)
    }
  return owner
}

function takeOwn(candidate: Candidate, owner: ReadonlyMap<string, Candidate>): void {
  // A call that refreshes rows on screen is weighed by those alone: what comes with them costs nothing.
  const own = candidate.moving.filter(
    ({ key, isVisible }) => owner.get(key) === candidate && (isVisible || !candidate.isVisible),
  )
  const ageLimit = own.length > 0 && !candidate.isVisible ? hiddenMaxMs : Infinity
  candidate.own = own
  candidate.demand = Math.sqrt(addUp(own.map(errorRate)))
  candidate.owners = candidate.moving.map(({ key }) => owner.get(key) ?? candidate)
  candidate.maxMs = Math.max(
    candidate.minMs,
    Math.min(ageLimit * candidate.spread, candidate.call.maxIntervalMs ?? Infinity),
  )
}

/** The same for the same id: what was last refreshed together does not reach its age limit together. */
function spreadOf(id: string): number {
  let hash = 0
  for (let i = 0; i < id.length; i++) hash = (Math.imul(hash, 31) + id.charCodeAt(i)) | 0
  return 5 / 6 + (Math.imul(hash, 0x9e3779b1) >>> 0) / 2 ** 32 / 6
}
