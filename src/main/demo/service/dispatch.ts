import type { World } from '../world/world.ts'
import { answerAsRecorded } from './as-recorded.ts'
import { accountRoutes, reportRoutes } from './routes/accounts.ts'
import { assetRoutes } from './routes/assets.ts'
import { eventRoutes } from './routes/corporate-events.ts'
import { marketDataRoutes } from './routes/market-data.ts'
import { bearerOf, errorBody, Refusal, TextReply, type Route } from './routes/route.ts'
import { sessionRoutes, usageRoutes } from './routes/sessions.ts'

/** One request as the demo received it, without its body and without header values. */
export interface LoggedRequest {
  readonly at: number
  readonly method: string
  /** Decoded. */
  readonly path: string
  readonly query: string
  /** Whether it had an Authorization header. */
  readonly hadAuthorization: boolean
  /** Null until it is answered; stays null when it never is. */
  readonly status: number | null
}

const maxRequests = 20_000

/** The latest requests, for tests. */
export class AccessLog {
  readonly #onResponse: ((request: LoggedRequest) => void) | undefined
  #requests: { -readonly [K in keyof LoggedRequest]: LoggedRequest[K] }[] = []

  constructor(onResponse?: (request: LoggedRequest) => void) {
    this.#onResponse = onResponse
  }

  /** Adds a request; the returned function sets the status of its reply. */
  add(request: Omit<LoggedRequest, 'status'>): (status: number) => void {
    const entry = { ...request, status: null as number | null }
    this.#requests.push(entry)
    if (this.#requests.length > maxRequests * 1.1) this.#requests = this.#requests.slice(-maxRequests)
    return (status) => {
      entry.status = status
      this.#onResponse?.({ ...entry })
    }
  }

  list(): readonly LoggedRequest[] {
    return this.#requests.slice(-maxRequests).map((request) => ({ ...request }))
  }
}

/** The service's 22 endpoints and the download of a report file. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...assetRoutes,
  ...marketDataRoutes,
  ...eventRoutes,
  ...accountRoutes,
  ...reportRoutes,
  ...usageRoutes,
]

/** A reply before it is sent. */
export interface HttpReply {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

/** A request with its path split and decoded. */
interface ServiceRequest {
  readonly method: string
  readonly segments: readonly string[]
  readonly query: URLSearchParams
  readonly authorization: string | undefined
  readonly bodyText: string
  readonly origin: string
}

export const jsonReply = (status: number, body: unknown): HttpReply => ({
  status,
  contentType: 'application/json',
  text: JSON.stringify(body),
})

/** Finds the route of a request and runs it; every failure becomes an error reply. */
export function handleRequest(world: World, request: ServiceRequest): HttpReply {
  try {
    const found = findRoute(request.method, request.segments)
    if (found === null) throw new Refusal(404, 'Not Found')
    const { route, params } = found
    if (route.isOpen !== true) bearerOf(request.authorization, (text) => world.tokens.find(text))
    else if (request.authorization !== undefined) {
      throw new Refusal(401, 'Token is invalid or malformed. See: /docs/rest/#authservice_auth')
    }
    const param = (name: string): string => params.get(name) ?? ''
    const { query, origin } = request
    const body = route.method === 'POST' ? parseBody(request.bodyText) : undefined
    const call = { world, param, query, body, origin }
    const result = world.as === 'recorded' ? answerAsRecorded(route, call) : route.handle(call)
    if (result instanceof TextReply) return result
    return jsonReply(200, result)
  } catch (error) {
    if (error instanceof Refusal) return jsonReply(error.status, errorBody(error.status, error.message, error.code))
    return jsonReply(500, errorBody(500, 'Internal error'))
  }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'The body is not JSON')
  }
}

/** An endpoint in one form, however the variable parts of its path are named: `GET /v1/assets/{}`. */
export const endpointForm = (endpoint: string): string => endpoint.replace(/:\w+|\{\w+\}/g, '{}')

/** The endpoint of a request; null for a path that the service does not have. */
export function endpointOf(method: string, segments: readonly string[]): string | null {
  const found = findRoute(method, segments)
  return found === null ? null : endpointForm(`${method} ${found.route.path}`)
}

function findRoute(
  method: string,
  segments: readonly string[],
): { route: Route; params: ReadonlyMap<string, string> } | null {
  for (const route of routes) {
    const pattern = route.path.split('/').slice(1)
    if (route.method !== method || pattern.length !== segments.length) continue
    const isMatch = pattern.every((part, index) => part.startsWith(':') || part === segments[index])
    if (!isMatch) continue
    const named = pattern.flatMap((part, index) =>
      part.startsWith(':') ? [[part.slice(1), segments[index] ?? ''] as const] : [],
    )
    return { route, params: new Map(named) }
  }
  return null
}
