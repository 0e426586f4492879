import type { Interval } from '../cache/coverage.ts'
import type { SyncContext } from './context.ts'
import { createHistoryAnswers, type Answer, type Regime } from './history-answers.ts'
import type { Request } from './history-asker.ts'
import { HistoryPace } from './history-pace.ts'
import { floorOf, type HistoryStanding, type HistoryTask } from './history-plan.ts'
import { secondMs } from './intervals.ts'
import { agrees, keptPart, likelySides, planTrial, provesCut, type SeenAnswer, type Side } from './kept-side.ts'

/** Where the oldest rows are kept, this many answers are read from the older to the newer before going further back. */
const answersForward = 40

/** Reads one part of an account's history at a time and keeps it. One for all accounts of a service. Throws what the broker throws. */
export function createHistoryReader(context: SyncContext) {
  const { cache, clock } = context
  const answers = createHistoryAnswers(context)
  const { asker, lengths, kept, ask, keep } = answers
  const paces = new Map<string, HistoryPace>()
  const probed = new Set<string>()
  /** Cut answers to probes: they can be looked into once. */
  const cutProbes = new Map<string, Answer>()

  function paceOf(accountId: string, regime: Regime): HistoryPace {
    const key = `${regime} ${accountId}`
    const pace = paces.get(key) ?? new HistoryPace()
    paces.set(key, pace)
    return pace
  }

  /** Learns by one answer how dense the account's rows are, and where the service cuts. */
  async function probe(accountId: string, request: Request): Promise<void> {
    probed.add(accountId)
    const answer = await answers.probe(accountId, request)
    if (answer === null || lengths.isWhole(answer.received)) return
    if (kept.isOpen) cutProbes.set(accountId, answer)
    paceOf(accountId, 'history').noteCut(answer.interval, timesIn(answer.interval, answer.rows), answer.received)
  }

  /** A few requests that find out which rows the service leaves out when it cuts. All they bring is kept. */
  async function learnSide(accountId: string, stretch: Interval, request: Request): Promise<void> {
    const pace = paceOf(accountId, 'history')
    const read = async (interval: Interval): Promise<Answer | null> => {
      const answer = await ask(accountId, interval, request)
      if (answer === null) return null
      await keep(accountId, answer, answer.isWhole ? interval : null)
      const times = timesIn(interval, answer.rows)
      if (answer.isWhole) pace.noteWhole(interval, times)
      else pace.noteCut(interval, times, lengths.capacity)
      return answer
    }
    const cut = cutProbes.get(accountId) ?? (await read(asker.narrow(stretch)))
    cutProbes.clear()
    if (cut === null || lengths.isWhole(cut.received)) return
    for (const side of likelySides(cut)) {
      const trial = planTrial(side, cut)
      const again = trial === null ? null : await read(trial.part)
      if (trial === null || again === null || !again.isWhole || !agrees(cut, again)) continue
      const rest = await read(trial.rest)
      if (rest === null || !provesCut(side, cut, rest)) continue
      kept.confirm(side)
      return rest.isWhole || kept.side === null ? undefined : await keep(accountId, rest, keptPart(side, rest), true)
    }
    kept.fail()
  }

  /** What to ask for of a stretch. `isTrusted`: what is kept of a cut answer counts as whole. */
  function choose(accountId: string, stretch: Interval, regime: Regime, task: HistoryTask | undefined) {
    const pace = paceOf(accountId, regime)
    const isLikelyEmpty =
      task?.kind === 'beginning' || ((task?.kind === 'hole' || task?.kind === 'rereading') && task.isBeforeOpening)
    const side = task?.kind === 'hole' || task?.kind === 'beginning' ? kept.side : null
    const part = asker.narrow(stretch)
    if (side === 'newest') return { side, part }
    return { side, part: pace.choose(part, lengths.capacity * (side === null ? 1 : answersForward), isLikelyEmpty) }
  }

  /** One request for the newest part of a stretch; where the part is settled it begins, or null when to ask again for less. */
  async function readPart(
    accountId: string,
    stretch: Interval,
    regime: Regime,
    request: Request,
    task?: HistoryTask,
  ): Promise<number | null> {
    if (task?.kind === 'hole' && !task.isBeforeOpening && lengths.isCap && kept.isOpen) {
      await learnSide(accountId, stretch, request)
      return null
    }
    const pace = paceOf(accountId, regime)
    const { part, side } = choose(accountId, stretch, regime, task)
    const answer = await ask(accountId, part, request)
    if (answer === null) return null
    const { rows, received } = answer
    const times = timesIn(part, rows)
    if (!lengths.isWhole(received) && !lengths.isCap && !probed.has(accountId)) {
      await keep(accountId, answer, null)
      await probe(accountId, request)
    }
    if (lengths.isWhole(received) || (task?.kind === 'gap' && lengths.isLikelyWhole(received))) {
      await keep(accountId, answer, part)
      pace.noteWhole(part, times)
      await answers.review(regime, accountId, answer, request)
      return part.from
    }
    if (side !== null && kept.side === side && rows.length > 0) return readAround(accountId, side, answer, request)
    await keep(accountId, answer, null)
    pace.noteCut(part, times, lengths.capacity)
    if (part.to - part.from > secondMs) return null
    await closeSecond(accountId, answer, request)
    return part.from
  }

  /** Of a cut answer, what is trusted to be whole. Where its rows crowd at the very end, that second is asked for alone. */
  async function readAround(accountId: string, side: Side, answer: Answer, request: Request): Promise<null> {
    const whole = keptPart(side, answer)
    await keep(accountId, answer, whole, true)
    if (whole !== null) paceOf(accountId, 'history').noteWhole(whole, timesIn(whole, answer.rows))
    const { from, to } = answer.interval
    if (whole !== null) return null
    const second = side === 'newest' ? { from: Math.max(from, to - secondMs), to } : { from, to: from + secondMs }
    const alone = await ask(accountId, second, request)
    if (alone === null) return null
    await keep(accountId, alone, alone.isWhole ? second : null)
    if (!alone.isWhole) await closeSecond(accountId, alone, request)
    return null
  }

  /** A second with more rows than one answer carries: by its milliseconds, where rows have any; else it is a known gap. */
  async function closeSecond(accountId: string, { interval, rows, received }: Answer, request: Request): Promise<void> {
    const { from, to } = interval
    if (to > clock.now()) return
    const times = new Set(timesIn(interval, rows))
    if (to - from <= 1 || (to - from >= secondMs && times.size <= 1))
      return cache.history.putGap(accountId, { ...interval, received, readAt: clock.now() })
    const middle = Math.floor((from + to) / 2)
    for (const half of [
      { from: middle, to },
      { from, to: middle },
    ]) {
      const answer = await ask(accountId, half, request)
      // A service that knows whole seconds only refuses this, or answers for the second.
      if (answer === null || answer.rows.some(({ at }) => at < half.from || at > half.to))
        return cache.history.putGap(accountId, { ...interval, received, readAt: clock.now() })
      await keep(accountId, answer, answer.isWhole ? half : null)
      if (!answer.isWhole) await closeSecond(accountId, answer, request)
    }
  }

  return {
    checkCap: answers.checkCap,
    isUnproven: answers.isUnproven,
    readPart,
    /** True once after rows were taken as whole that may not have been: all must be read again. */
    takeDoubt: (): boolean => kept.takeBroken(),
    /** How far back to go, in UTC ms. */
    floor: (standing: HistoryStanding): number =>
      Math.max(asker.earliest, floorOf(standing, clock.now(), asker.isNarrow)),
    /** Whether a second with so many rows is no longer thought to hold more than one answer carries. */
    isWrongGap: (received: number): boolean => lengths.isWhole(received) || lengths.isLikelyWhole(received),
  }
}

const timesIn = ({ from, to }: Interval, rows: SeenAnswer['rows']): number[] =>
  rows.flatMap(({ at }) => (from <= at && at < to ? [at] : []))
