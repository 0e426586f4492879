import type { Call, ShownPrice } from './types.ts'

/** The maximum age of a price that is not on screen, if the rate allows it; for prices on screen see `due-time.ts`. */
const hiddenMaxMs = 600_000
/** A market with an unknown schedule may be closed: its prices are not requested more often than this. */
const unknownVisibleMs = 60_000
const unknownHiddenMs = 300_000
/** The prices of a closed market are read once more this long after its close, for the closing price. */
const closingReadMs = 60_000

/** A call with those of its prices that can move now. Times are UTC ms. */
export interface Candidate {
  readonly call: Call
  readonly moving: readonly ShownPrice[]
  readonly isVisible: boolean
  readonly minMs: number
  /** When the closing price of the last of its closed markets is available; minus infinity if none is closed. */
  readonly closingReadAt: number
  readonly opensAt: number
  /** √C over all prices that it refreshes. */
  readonly strength: number
  /** The prices that this call owns, that is, has to refresh; `demand` is √C over them. */
  own: readonly ShownPrice[]
  demand: number
  /** The owner of each of its moving prices, in the same order. */
  owners: readonly Candidate[]
  /** The maximum age of its prices. */
  maxMs: number
  /** From 5/6 to 1: the factor for an age limit that is the same for several calls. */
  readonly spread: number
  /** How long after a request the call is due again, all else unchanged. */
  intervalMs: number
  dueAt: number
}

/** How fast the squared error of a price grows: weight² × variance rate. */
export const errorRate = ({ weight, varianceRate }: ShownPrice): number => weight ** 2 * varianceRate

/** Adds in ascending order, so that the sum, and with it the choice, does not depend on the order of the input. */
export const addUp = (values: readonly number[]): number =>
  values.length < 2 ? (values[0] ?? 0) : values.toSorted((a, b) => a - b).reduce((a, b) => a + b, 0)

/** Whether other calls own all its prices: it is needed only if those fail, or for other figures in its response. */
export const isReserve = ({ demand, moving }: Candidate): boolean => demand === 0 && moving.length > 0

/** Sorts by the error that a call refreshes, then by the number of prices, the largest first. */
export const compareStrength = (a: Candidate, b: Candidate): number =>
  b.strength - a.strength || b.moving.length - a.moving.length || compareIds(a, b)

const compareIds = (a: Candidate, b: Candidate): number => (a.call.id < b.call.id ? -1 : a.call.id > b.call.id ? 1 : 0)

/** The calls with their prices, and one owner for each price. The order does not depend on the order of the input. */
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
    closingReadAt: closed.reduce(
      (last, { closedAt }) => Math.max(last, (closedAt ?? -Infinity) + closingReadMs),
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

/** The owner of each price: of the calls that refresh it, the one that refreshes most error. */
function findOwners(candidates: readonly Candidate[]): ReadonlyMap<string, Candidate> {
  const owner = new Map<string, Candidate>()
  for (const candidate of candidates)
    for (const { key } of candidate.moving) {
      const current = owner.get(key)
      if (current === undefined || compareStrength(candidate, current) < 0) owner.set(key, candidate)
    }
  return owner
}

function takeOwn(candidate: Candidate, owner: ReadonlyMap<string, Candidate>): void {
  // A call that refreshes rows on screen is weighted by those only: its other prices cost nothing extra.
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

/** A fixed value for each id, so that calls refreshed at the same time do not reach their age limits at the same time. */
function spreadOf(id: string): number {
  let hash = 0
  for (let i = 0; i < id.length; i++) hash = (Math.imul(hash, 31) + id.charCodeAt(i)) | 0
  return 5 / 6 + (Math.imul(hash, 0x9e3779b1) >>> 0) / 2 ** 32 / 6
}
