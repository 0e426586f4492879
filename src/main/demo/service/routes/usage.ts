import type { Route } from './route.ts'
import { secondsText } from '../../values/wire.ts'

/** The usage quotas; only the requests per minute are counted. */
export const usageRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/usage',
    handle: ({ world: { rateLimit } }) => {
      const limit = String(rateLimit.limit)
      const remaining = String(rateLimit.remaining())
      return {
        quotas: [
          { name: 'requests_per_minute', limit, remaining, reset_time: secondsText(rateLimit.resetAt()) },
          { name: 'market_data.requests_per_minute', limit, remaining },
          { name: 'reports.per_day', limit: '1000', remaining: '1000' },
        ],
      }
    },
  },
]
