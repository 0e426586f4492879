import { SinceVisit, Visit } from '../model/visit.ts'
import { Instant } from '../model/values.ts'
import { AccountScope } from './portfolio.ts'
import { nothing, request } from './request.ts'

/** What happened since the person last looked. */
export const visitRequests = {
  /** The person looks now. After a pause of half an hour this is a new visit. */
  'visits.note': request(nothing, Visit),
  /** Everything up to now counts as seen. */
  'visits.markSeen': request(nothing, Visit),
  'visits.read': request(AccountScope.extend({ since: Instant }), SinceVisit),
}
