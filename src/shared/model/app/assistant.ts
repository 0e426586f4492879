import { z } from 'zod'
import { AssistantAmounts } from './settings.ts'
import { Instant } from '../values.ts'

/** A call of an assistant, as the log keeps it. The answer itself is not kept. */
export const AssistantCall = z.object({
  at: Instant,
  /** The program, as it names itself. */
  client: z.string().max(80),
  /** The tool, resource or prompt. */
  name: z.string().max(200),
  /** The question as JSON text, cut to a length. */
  question: z.string().max(400),
  /** `refused`: assistants are switched off, or the question cannot be answered. */
  outcome: z.enum(['answered', 'refused', 'failed']),
  /** How amounts were given; `null` where nothing was. */
  amounts: AssistantAmounts.nullable(),
  /** Of the answer, in JSON. */
  bytes: z.int().min(0),
})
export type AssistantCall = z.infer<typeof AssistantCall>

/** How an assistant starts Tidemark for the open profile, and what assistants asked. */
export const AssistantState = z.object({
  /** The program and its arguments; `null` where this host has no command line. */
  launch: z.object({ command: z.string(), args: z.array(z.string()) }).nullable(),
  /** Newest first. */
  calls: z.array(AssistantCall),
  /** Where they are kept. */
  path: z.string(),
})
export type AssistantState = z.infer<typeof AssistantState>
