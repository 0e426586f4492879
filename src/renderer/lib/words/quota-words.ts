import type { Quota } from '../../../shared/model/usage.ts'
import { unknownText, type Format } from '../../../shared/text/format.ts'

/** What is left of a quota: "188 of 200 left", "not stated". */
export function quotaWords({ limit, remaining }: Quota, format: Format): string {
  if (limit === null && remaining === null) return 'not stated'
  if (limit === null) return `${format.count(remaining)} left`
  return `${remaining === null ? unknownText : format.count(remaining)} of ${format.count(limit)} left`
}
