import { z } from 'zod'
import { delayMinutes, venues } from '../../data/venues.ts'
import { secondsText } from '../../values/wire.ts'
import { bodyOf } from './inputs.ts'
import { Refusal, type Route } from './route.ts'

const permissions: readonly object[] = [
  ...[...venues.keys()].map((mic) => ({
    quote_level: delayMinutes.has(mic) ? 'QUOTE_LEVEL_BEST_BID_OFFER' : 'QUOTE_LEVEL_DEPTH_OF_MARKET',
    delay_minutes: delayMinutes.get(mic) ?? 0,
    mic,
  })),
  { quote_level: 'QUOTE_LEVEL_LAST_PRICE', delay_minutes: 15, country: 'JP' },
  { quote_level: 'QUOTE_LEVEL_ACCESS_FORBIDDEN', delay_minutes: 0, worldwide: true },
]

/** Issues session tokens and returns their details. */
export const sessionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/sessions',
    isOpen: true,
    handle: (call) => {
      const token = call.world.tokens.create(bodyOf(call, z.object({ secret: z.string() })).secret)
      if (token === null) throw new Refusal(401, 'Api token could not be verified')
      return { token: token.text }
    },
  },
  {
    method: 'POST',
    path: '/v1/sessions/details',
    isOpen: true,
    handle: (call) => {
      const { world } = call
      const token = world.tokens.find(bodyOf(call, z.object({ token: z.string().default('') })).token)
      if (token === null) throw new Refusal(401, 'Token is invalid or malformed. See: /docs/rest/#authservice_auth')
      return {
        created_at: secondsText(token.createdAt),
        expires_at: secondsText(token.expiresAt),
        md_permissions: permissions,
        account_ids: world.accounts.ids,
        readonly: world.readOnly,
      }
    },
  },
]

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
