import { z } from 'zod'
import { errorCodes } from '../../shared/errors.ts'

/** A task sent to a worker thread. */
export interface ThreadRequest<Task> {
  readonly id: number
  readonly task: Task
}

/** The reply of the thread: a value, or an error that keeps its code. */
export const Reply = z.discriminatedUnion('ok', [
  z.object({ id: z.int(), ok: z.literal(true), value: z.unknown() }),
  z.object({
    id: z.int(),
    ok: z.literal(false),
    code: z.enum(errorCodes),
    message: z.string(),
    /** A code of the system or of SQLite, for an error that is not an AppError. */
    cause: z.string().optional(),
  }),
])
export type Reply = z.infer<typeof Reply>
