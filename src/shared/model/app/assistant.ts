import { z } from 'zod'
import { Instant } from '../values.ts'
import { AssistantAmounts } from './settings.ts'

/** A call of an assistant, as stored in the log. The response is not stored. */
export const AssistantCall = z.object({
  at: Instant,
  /** The name that the program gives itself. */
  client: z.string().max(80),
  /** The tool, resource or prompt. */
  name: z.string().max(200),
  /** The request as JSON text, cut to a maximum length. */
  question: z.string().max(400),
  /** `refused`: assistants are switched off, or the request is not valid. */
  outcome: z.enum(['answered', 'refused', 'failed']),
  /** The form of the amounts in the response; `null` if nothing was returned. */
  amounts: AssistantAmounts.nullable(),
  /** The size of the response as JSON. */
  bytes: z.int().min(0),
})
export type AssistantCall = z.infer<typeof AssistantCall>

/** How an assistant starts Tidemark for the open profile, and the calls of assistants. */
export const AssistantState = z.object({
  /** The program and its arguments; `null` where this host has no command line. */
  launch: z.object({ command: z.string(), args: z.array(z.string()) }).nullable(),
  /** Newest first. */
  calls: z.array(AssistantCall),
  /** The path of the log of calls. */
  path: z.string(),
})
export type AssistantState = z.infer<typeof AssistantState>
