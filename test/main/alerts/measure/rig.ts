import { measure, type LevelCondition } from '#main/alerts/measure/measure.ts'
import { isBeyond } from '#main/alerts/measure/threshold.ts'
import type { Account } from '#shared/model/account.ts'
import type { Quote } from '#shared/model/market.ts'
import { d, makeAccount, makeDetails, makeQuote } from '../../insight/make.ts'
import { startAlerts } from '../rig.ts'
import { withEnglishTexts } from '../with-english-texts.ts'

export const percent = d('5')
export const threshold = d('100')

/** The value, whether the condition is true, and the caveats; or the reason why the measure is unknown. */
export function measureWith(
  condition: LevelCondition,
  fill: (rig: ReturnType<typeof startAlerts>) => void,
  syncingSince = 0,
) {
  const rig = startAlerts()
  fill(rig)
  const level = measure(condition, rig.inputs(syncingSince), { splits: [] })
  if ('unknown' in level) return level.unknown
  return { value: level.value, holds: isBeyond(level), caveats: withEnglishTexts(level).caveats }
}
export const quoted =
  (quote: Partial<Quote>, readAgoMs = 0) =>
  ({ cache, clock }: ReturnType<typeof startAlerts>): void =>
    void cache.quotes.put(makeQuote({ at: clock.now() - readAgoMs, ...quote }), clock.now() - readAgoMs)
export const holding =
  (account: Partial<Account>, readAgoMs = 0) =>
  ({ cache, clock }: ReturnType<typeof startAlerts>): void => {
    cache.accounts.replaceAccount(makeAccount(account), clock.now() - readAgoMs)
    cache.instrumentDetails.put(makeDetails(), clock.now())
    cache.instrumentDetails.put(makeDetails({ symbol: 'BBB@XXXX' }), clock.now())
  }
