/** What was learned of how often one price changes hands. Times are UTC ms. */
export interface TradeTimes {
  readonly seenAt: number
  readonly tradedAt: number
  /** Faded sums: of trades that were seen to happen, and of the time in which they might have. */
  readonly trades: number
  readonly watchedMs: number
  /** How far apart the looks were of late. */
  readonly apartMs: number | null
  /** How far what is told lies behind, as far as it showed: markets may be told a quarter of an hour late. */
  readonly lagMs: number
}

/** Before any was seen: one trade in the time watched and half a minute. */
const firstTrades = 1
const firstMs = 30_000
/** Each trade takes this share of the weight of those before it. */
const fade = 0.95
/** Nobody traded for longer than so many times the usual: that is another market, or one that was closed. */
const mostOverdue = 4

/**
 * Takes in the time of the last trade, as a look at `seenAt` told it. Between the looks nothing is known but that: after
 * the last trade there was none (an exponential wait, cut off by the look). A new trade from before the look before, which
 * did not tell it, is the mark of a feed that lags: there nothing is overdue before its lag is over, too.
 */
export function seeTrade(times: TradeTimes | undefined, seenAt: number, tradedAt: number): TradeTimes {
  if (times === undefined) return { seenAt, tradedAt, trades: 0, watchedMs: 0, apartMs: null, lagMs: 0 }
  if (tradedAt < times.tradedAt || seenAt <= times.seenAt) return { ...times, seenAt, tradedAt }
  const isNew = tradedAt > times.tradedAt
  const share = isNew ? fade : 1
  const apartMs = seenAt - times.seenAt
  const lagMs = Math.min(seenAt - tradedAt, isNew ? Math.max(times.lagMs, times.seenAt - tradedAt) : times.lagMs)
  return {
    seenAt,
    tradedAt,
    trades: times.trades * share + Number(isNew),
    watchedMs: times.watchedMs * share + Math.min(apartMs, Math.max(0, seenAt - lagMs - tradedAt)),
    apartMs: times.apartMs === null ? apartMs : Math.sqrt(times.apartMs * apartMs),
    lagMs,
  }
}

/**
 * How much error a price gathers by its next look, against one of the same volatility that trades all the time. A value that
 * walks at random shows only when somebody trades: with trades at the rate μ, and the last u before the look, the squared
 * error expected at the age a is a − (1 − e^−μa)(1/μ − u) for each unit of variance rate. Right after a trade little is to
 * come; when one is overdue, all that has gathered since the last. Over all looks the mean is 1, so what is saved here is
 * spent there: this is what a rule cannot have that knows the volatility alone.
 */
export function dueShare(times: TradeTimes | undefined): number {
  if (times === undefined || times.apartMs === null) return 1
  const perMs = (times.trades + firstTrades) / (times.watchedMs + firstMs)
  const overdue = Math.max(0, Math.min(mostOverdue, (times.seenAt - times.lagMs - times.tradedAt) * perMs))
  const m = perMs * times.apartMs
  // What the asking at age a saves: a·g(a) − ∫g, as a share of a²/2.
  const gone = m < 1e-3 ? 1 : Math.min(1, (2 * (1 - Math.exp(-m) * (1 + m))) / m ** 2)
  return 1 - (1 - overdue) * gone
}
