import { m } from '../messages/messages.js'

/** Replaces the endpoint of requests that were sent before a restart, which is unknown. */
export const beforeRestart = 'before the restart'

/** The name of an endpoint, which is the same in all languages. */
export const endpointWords = (endpoint: string): string =>
  endpoint === beforeRestart ? m.broker_before_the_restart() : endpoint
