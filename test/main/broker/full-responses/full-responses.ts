import type { EndpointName } from '#main/broker/endpoints.ts'
import { accountResponses } from './accounts.ts'
import { instrumentResponses } from './instruments.ts'
import { marketResponses } from './market.ts'
import { orderResponses } from './orders.ts'

/** For each endpoint a response with every field of the contract. The mutation tests start from it. */
export const fullResponses: Readonly<Record<EndpointName, unknown>> = {
  ...accountResponses,
  ...instrumentResponses,
  ...marketResponses,
  ...orderResponses,
}
