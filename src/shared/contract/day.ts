import { DayExplanation } from '../model/ledger/day-profit.ts'
import { DayComparison, DayDate, Knowledge, PastDay } from '../model/ledger/past-day.ts'
import { AccountScope } from './portfolio.ts'
import { request } from './request.ts'

/** Single days: why today’s profit is what it is, the value of the accounts on a past day, and what changed between two days. */
export const dayRequests = {
  'day.explain': request(AccountScope, DayExplanation),
  'history.day': request(AccountScope.extend({ date: DayDate, knowledge: Knowledge }), PastDay),
  /** Compares the end of a UTC day with the end of a later one. */
  'history.compare': request(AccountScope.extend({ from: DayDate, to: DayDate }), DayComparison),
}
