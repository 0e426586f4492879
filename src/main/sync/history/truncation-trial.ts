import type { Interval } from '../../cache/history/coverage.ts'
import type { ReadOptions } from './request.ts'
import type { HistoryResponse } from './request.ts'
import type { HistoryResponses } from './responses.ts'
import type { IntervalSizer } from './sizing/interval-sizer.ts'
import { timesIn } from './sizing/intervals.ts'
import type { Completeness } from './truncation/classify-response.ts'
import { agrees, likelySides, planTrial, provesSide } from './truncation/truncation-side.ts'

/** The parameters of a trial. */
interface Trial {
  readonly responses: HistoryResponses
  readonly sizer: IntervalSizer
  readonly accountId: string
  readonly options: ReadOptions
}

/**
 * Finds out by a few requests which rows the service keeps when it truncates. All received rows are stored. `truncated`
 * is a truncated response to start from; without it, `interval` is requested first. Throws the errors of the broker.
 */
export async function learnTruncationSide(
  trial: Trial,
  interval: Interval,
  truncated: HistoryResponse | undefined,
): Promise<void> {
  const { responses, accountId } = trial
  const { truncationSide } = responses
  const start = truncated ?? (await readAndStore(trial, responses.requester.narrow(interval)))?.response
  if (start === undefined || !responses.isTruncated(start)) return
  for (const side of likelySides(start)) {
    const plan = planTrial(side, start)
    const repeated = plan === null ? null : await readAndStore(trial, plan.part)
    if (plan === null || repeated === null || repeated.completeness.kind === 'truncated') continue
    if (!agrees(start, repeated.response)) continue
    const rest = await readAndStore(trial, plan.rest)
    if (rest === null || !provesSide(side, start, rest.response)) continue
    truncationSide.confirm(side)
    // The rest was stored before the truncation side was known.
    if (rest.completeness.kind === 'truncated' && truncationSide.known !== null)
      await responses.store(accountId, rest.response, responses.classify(rest.response, { side }))
    return
  }
  truncationSide.fail()
}

async function readAndStore(
  { responses, sizer, accountId, options }: Trial,
  interval: Interval,
): Promise<{ readonly response: HistoryResponse; readonly completeness: Completeness } | null> {
  const response = await responses.request(accountId, interval, options)
  if (response === null) return null
  const completeness = responses.classify(response)
  await responses.store(accountId, response, completeness)
  const times = timesIn(interval, response.rows)
  if (completeness.kind === 'truncated') sizer.noteTruncated(interval, times, responses.cap.capacity)
  else sizer.noteWhole(interval, times)
  return { response, completeness }
}
