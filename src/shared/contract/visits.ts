import { Instant } from '../model/values.ts'
import { SinceVisit, Visit } from '../model/visit.ts'
import { AccountScope } from './portfolio.ts'
import { nothing, request } from './request.ts'

/** The events since the user's last visit. */
export const visitRequests = {
  /** Records that the app is in use now. After a pause of half an hour this starts a new visit. */
  'visits.note': request(nothing, Visit),
  /** Marks everything up to now as seen. */
  'visits.markSeen': request(nothing, Visit),
  'visits.read': request(AccountScope.extend({ since: Instant }), SinceVisit),
}
