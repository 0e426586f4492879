import { DayExplanation } from '../model/ledger/day-profit.ts'
import { DayComparison, DayDate, Knowledge, PastDay } from '../model/ledger/past-day.ts'
import { AccountScope } from './portfolio.ts'
import { request } from './request.ts'

/** Single days: the parts of today’s profit, the value on a past day, and the changes between two days. */
export const dayRequests = {
  'day.explain': request(AccountScope, DayExplanation),
  'history.day': request(AccountScope.extend({ date: DayDate, knowledge: Knowledge }), PastDay),
  /** Compares the end of a UTC day with the end of a later one. */
  'history.compare': request(AccountScope.extend({ from: DayDate, to: DayDate }), DayComparison),
}
