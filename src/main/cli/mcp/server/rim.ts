import { CLIENT_INFO_META_KEY, type McpServer, type ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Clock } from '../../../time/clock.ts'
import type { Desk } from './desk.ts'

/** What the tools and resources of a server work with. */
export interface Rim {
  readonly desk: Desk
  readonly clock: Clock
  /** The name that the program gives itself. */
  readonly client: (context: ServerContext) => string
}

const Named = z.object({ name: z.string(), version: z.string() })

/** The name and version of the program that asks; empty where it gives none. */
export function clientOf(server: McpServer, { mcpReq }: ServerContext): string {
  const envelope = new Map<string, unknown>(Object.entries(mcpReq.envelope ?? {}))
  // Programs of 2025 name themselves once, when they connect; later ones with each request.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way for the former
  const named = Named.safeParse(envelope.get(CLIENT_INFO_META_KEY) ?? server.server.getClientVersion())
  return named.success ? `${named.data.name} ${named.data.version}` : ''
}
