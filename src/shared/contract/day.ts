import { DayExplanation } from '../model/day-profit.ts'
import { AccountScope } from './portfolio.ts'
import { request } from './request.ts'

/** Single days: why today’s profit is what it is, and what any past day was worth. */
export const dayRequests = {
  'day.explain': request(AccountScope, DayExplanation),
}
