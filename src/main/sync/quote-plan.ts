import { shareRate } from './quote-rate.ts'

/** A price that is shown, and what is known of it. Times are UTC ms. */
export interface ShownPrice {
  readonly key: string
  /** What it stands for: the value held, or a nominal one. Only ratios matter. */
  readonly weight: number
  /** Variance of its relative change per ms; only ratios matter. */
  readonly varianceRate: number
  readonly isVisible: boolean
  readonly market: 'open' | 'closed' | 'unknown'
  /** When the market closed last; `null` while it is open or nothing is known. */
  readonly closedAt: number | null
  /** When a closed market opens; `null` where that is not known. */
  readonly opensAt: number | null
  /** When what is shown was asked for; `null` for never. A request that is out counts as asked. */
  readonly refreshedAt: number | null
}

/** A request that could be sent, and the prices that its answer refreshes. */
export interface Call {
  readonly id: string
  readonly refreshes: readonly string[]
  /** UTC ms, answered or not; `null` for never. */
  readonly askedAt: number | null
  /** It is not asked more often than this. */
  readonly leastIntervalMs: number
  /** What else it brings may not be older than this; `null` where it brings nothing else. */
  readonly mostIntervalMs: number | null
}

export interface PlanInput {
  readonly prices: readonly ShownPrice[]
  readonly calls: readonly Call[]
  readonly now: number
  /** Requests a minute that all calls together may take on the average. */
  readonly perMinute: number
}

/** When a call is wanted: UTC ms, minus infinity for one that was never asked. */
export interface Turn {
  readonly id: string
  readonly dueAt: number
  /** How long after an asking it is wanted again, all else unchanged. */
  readonly intervalMs: number
  /** It refreshes something on screen. */
  readonly isVisible: boolean
}

export type Planner = (input: PlanInput) => readonly Turn[]

/** No price on screen, and none that is not, is left longer than this while the rate allows it. */
const visibleMostMs = 60_000
const hiddenMostMs = 600_000
/** Keeping everything younger than that may take this share of the rate; where it would take more, ages grow alike. */
const upkeepShare = 0.25
/** A market whose schedule is not known may be closed: it is not asked more often than this. */
const unknownVisibleMs = 60_000
const unknownHiddenMs = 300_000
/** A closed market gets one more look this long after its close, for the closing price. */
const closingLookMs = 60_000
/** A call whose prices another call brings cheaper waits this much longer: it is for when the other fails. */
const reserveFactor = 1.5

/**
 * Which calls to make when, the most urgent first, so that Σ (weight × relative error)² of what is shown is least on the
 * average at a given rate of requests.
 *
 * The rule. A price that walks at random is wrong by c·a (squared, expected) at the age a, with c = weight² × variance rate.
 * A call asked every T costs 1/T requests and leaves ½·C·T of squared error, C = Σ c of what it refreshes. Minimising
 * Σ ½·C·T + λ/T gives T = √(2λ/C): rates in proportion to weight × volatility, with one λ, the price of a request, at which the
 * rates add up to `perMinute`. At any moment this is an index rule: a call is due when Σ ½·c·a² of what it refreshes
 * reaches λ, whichever of its prices were refreshed by other calls meanwhile. Bounds keep anything from starving.
 * Source: the Lagrangian above is that of Cho and Garcia-Molina, "Effective page refresh policies for web crawlers" (2003), with
 * the linear error of a Wiener process in the place of Poisson changes; the index is Whittle's (1988) for that error.
 *
 * A closed market is asked once after its close. Two calls that bring the same price count it for the stronger one. Throws nothing.
 */
export function planCalls({ prices, calls, now, perMinute }: PlanInput): readonly Turn[] {
  const byKey = new Map(prices.map((price) => [price.key, price]))
  // In one order whatever the order told: sums of floats differ by it in their last digits.
  const candidates = calls.map((call) => describe(call, byKey)).sort(compareIds)
  const owner = findOwners(candidates)
  for (const one of candidates) takeOwn(one, owner)
  const perMs = Math.max(perMinute, 1e-6) / 60_000
  const upkeep = candidates.reduce((total, { mostMs }) => total + 1 / mostMs, 0)
  const stretch = Math.max(1, upkeep / (perMs * upkeepShare))
  for (const one of candidates) one.mostMs = Math.max(one.leastMs, one.mostMs * stretch)
  const scale = shareRate(candidates, perMs)
  for (const one of candidates) one.dueAt = dueTime(one, scale, now)
  const planned = candidates.filter(({ dueAt }) => dueAt < Infinity)
  return withoutRepeats(planned.sort(byUrgency(now)), scale, now)
}

/** A call with what of its prices moves. */
interface Candidate {
  readonly call: Call
  readonly moving: readonly ShownPrice[]
  readonly isVisible: boolean
  readonly leastMs: number
  /** When the last of its closed prices should have had its closing look; minus infinity when none is closed. */
  readonly closingLookAt: number
  readonly opensAt: number
  /** √C over all that it refreshes. */
  readonly strength: number
  /** √C over the prices that are this call's to refresh. */
  demand: number
  /** The calls that refresh its prices in its place; itself, where it refreshes some. */
  owners: readonly Candidate[]
  mostMs: number
  dueAt: number
}

const errorRate = ({ weight, varianceRate }: ShownPrice): number => weight ** 2 * varianceRate

function describe(call: Call, byKey: ReadonlyMap<string, ShownPrice>): Candidate {
  const prices = call.refreshes.map((key) => byKey.get(key)).filter((price) => price !== undefined)
  const moving = prices.filter(({ market }) => market !== 'closed')
  const closed = prices.filter(({ market }) => market === 'closed')
  const isVisible = prices.some((price) => price.isVisible)
  const isOpen = moving.some(({ market }) => market === 'open')
  return {
    call,
    moving,
    isVisible,
    leastMs: Math.max(
      call.leastIntervalMs,
      isOpen || moving.length === 0 ? 0 : moving.some((price) => price.isVisible) ? unknownVisibleMs : unknownHiddenMs,
    ),
    closingLookAt: closed.reduce(
      (last, { closedAt }) => Math.max(last, (closedAt ?? -Infinity) + closingLookMs),
      -Infinity,
    ),
    opensAt: closed.reduce((first, { opensAt }) => Math.min(first, opensAt ?? Infinity), Infinity),
    strength: Math.sqrt(addUp(moving.map(errorRate))),
    demand: 0,
    owners: [],
    mostMs: Infinity,
    dueAt: Infinity,
  }
}

/** In ascending order: the sum, and with it the choice, does not depend on the order in which things were told. */
const addUp = (values: readonly number[]): number => values.toSorted((a, b) => a - b).reduce((a, b) => a + b, 0)

/** Which call is to refresh each price: the one that refreshes most error with it. */
function findOwners(candidates: readonly Candidate[]): ReadonlyMap<string, Candidate> {
  const owner = new Map<string, Candidate>()
  for (const one of candidates)
    for (const { key } of one.moving) {
      const other = owner.get(key)
      if (other === undefined || compareStrength(one, other) < 0) owner.set(key, one)
    }
  return owner
}

const compareIds = (a: Candidate, b: Candidate): number => (a.call.id < b.call.id ? -1 : a.call.id > b.call.id ? 1 : 0)
const compareStrength = (a: Candidate, b: Candidate): number =>
  b.strength - a.strength || b.moving.length - a.moving.length || compareIds(a, b)

function takeOwn(one: Candidate, owner: ReadonlyMap<string, Candidate>): void {
  const own = one.moving.filter(({ key }) => owner.get(key) === one)
  const ageLimit = own.reduce(
    (most, { isVisible }) => Math.min(most, isVisible ? visibleMostMs : hiddenMostMs),
    Infinity,
  )
  one.demand = Math.sqrt(addUp(own.map(errorRate)))
  one.owners = one.moving.map(({ key }) => owner.get(key) ?? one)
  one.mostMs = Math.min(ageLimit, one.call.mostIntervalMs ?? Infinity)
}

/** How long after an asking a call by itself is due. */
const intervalOf = ({ leastMs, mostMs, strength }: Candidate, scale: number): number =>
  Math.max(leastMs, Math.min(mostMs, strength === 0 ? Infinity : scale / strength))

/** `scale` is √(2λ): a call by itself is due when its age is scale / √C. */
function dueTime(one: Candidate, scale: number, now: number): number {
  const { askedAt } = one.call
  if (askedAt === null) return -Infinity
  // A clock that was set back leaves an asking in the future: ask again.
  if (askedAt > now) return now
  const regular = Math.max(askedAt + one.leastMs, indexTime(one, scale, askedAt, now))
  const closing = askedAt < one.closingLookAt ? one.closingLookAt : Infinity
  // At the opening of a market nothing has moved yet: it is the time to plan anew.
  const opening = one.opensAt > now ? one.opensAt : Infinity
  return Math.min(regular, askedAt + one.mostMs, closing, opening)
}

/** When Σ ½·c·(t − refreshed)² = λ: the later root of a quadratic in t. */
function indexTime(one: Candidate, scale: number, askedAt: number, now: number): number {
  const { moving, strength } = one
  if (strength === 0) return Infinity
  const target = (isReserve(one) ? reserveFactor * reserveScale(one, scale) : scale) ** 2
  // Ages, not times: the squares of times would lose the digits that matter.
  const ages = moving.map((price) => ({ c: errorRate(price), age: now - Math.min(now, price.refreshedAt ?? askedAt) }))
  const total = strength ** 2
  const mean = addUp(ages.map(({ c, age }) => c * age)) / total
  const spread = addUp(ages.map(({ c, age }) => c * (age - mean) ** 2))
  return now - mean + Math.sqrt(Math.max(0, target - spread) / total)
}

const isReserve = ({ demand, moving }: Candidate): boolean => demand === 0 && moving.length > 0

/** It waits at least as long as the calls that go before it, whatever bounds those. */
const reserveScale = (one: Candidate, scale: number): number =>
  one.owners.reduce((most, owner) => Math.max(most, owner === one ? 0 : intervalOf(owner, scale) * one.strength), scale)

/** What is on screen first, then what was never asked, then what waits longest for its interval, then what matters most. */
function byUrgency(now: number): (a: Candidate, b: Candidate) => number {
  const lateness = ({ dueAt, call }: Candidate): number =>
    call.askedAt === null ? Infinity : (now - call.askedAt) / Math.max(1, dueAt - call.askedAt)
  return (a, b) => {
    const isDue = Number(b.dueAt <= now) - Number(a.dueAt <= now)
    if (isDue !== 0) return isDue
    if (a.dueAt > now) return a.dueAt - b.dueAt || compareStrength(a, b)
    const byLateness = lateness(a) === lateness(b) ? 0 : lateness(b) - lateness(a)
    return Number(b.isVisible) - Number(a.isVisible) || byLateness || compareStrength(a, b)
  }
}

/** A call in reserve is not made when what it brings comes with a call that is due before it. */
function withoutRepeats(timed: readonly Candidate[], scale: number, now: number): readonly Turn[] {
  const coming = new Set<string>()
  const turns: Turn[] = []
  for (const one of timed) {
    const { call, dueAt, isVisible, moving, mostMs } = one
    const waits = isReserve(one) && call.askedAt !== null && now < call.askedAt + mostMs
    if (dueAt <= now && waits && moving.every(({ key }) => coming.has(key))) continue
    if (dueAt <= now) for (const { key } of moving) coming.add(key)
    const intervalMs = isReserve(one) ? one.mostMs : intervalOf(one, scale)
    turns.push({ id: call.id, dueAt, isVisible, intervalMs })
  }
  return turns
}
