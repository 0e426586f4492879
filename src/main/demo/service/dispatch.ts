import type { IncomingMessage } from 'node:http'
import { bearerOf, errorBody, FileReply, Refusal, type Route } from './http.ts'
import { accountRoutes } from './routes/accounts.ts'
import { assetRoutes } from './routes/assets.ts'
import { eventRoutes } from './routes/events.ts'
import { marketDataRoutes } from './routes/market-data.ts'
import { reportRoutes } from './routes/reports.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { usageRoutes } from './routes/usage.ts'
import type { World } from './world.ts'

/** The service's 22 endpoints and the file of a report. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...assetRoutes,
  ...marketDataRoutes,
  ...eventRoutes,
  ...accountRoutes,
  ...reportRoutes,
  ...usageRoutes,
]

/** An answer before it is sent. */
export interface Reply {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

/** A request, its path split and decoded. */
export interface Asked {
  readonly method: string
  readonly segments: readonly string[]
  readonly query: URLSearchParams
  readonly authorization: string | undefined
  readonly bodyText: string
  readonly origin: string
}

export const jsonReply = (status: number, body: unknown): Reply => ({
  status,
  contentType: 'application/json',
  text: JSON.stringify(body),
})

/** Carries a request out. */
export function perform(world: World, asked: Asked): Reply {
  try {
    const found = findRoute(asked.method, asked.segments)
    if (found === null) throw new Refusal(404, 'Not Found')
    const { route, params } = found
    if (route.isOpen !== true) bearerOf(asked.authorization, (text) => world.tokens.find(text))
    else if (asked.authorization !== undefined) {
      throw new Refusal(401, 'Token is invalid or malformed. See: /docs/rest/#authservice_auth')
    }
    const param = (name: string): string => params.get(name) ?? ''
    const { query, origin } = asked
    const body = route.method === 'POST' ? parseBody(asked.bodyText) : undefined
    const answer = route.handle({ world, param, query, body, origin })
    if (answer instanceof FileReply) return { status: 200, contentType: answer.contentType, text: answer.text }
    return jsonReply(200, answer)
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

const highestBodyBytes = 64 * 1024

/** Reads a request's body; refuses a large one. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > highestBodyBytes) throw new Refusal(400, 'The body is too large')
    chunks.push(part)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Splits and decodes a path; null for one that cannot be decoded. */
export function splitPath(path: string): readonly string[] | null {
  try {
    return path.split('/').slice(1).map(decodeURIComponent)
  } catch {
    return null
  }
}
