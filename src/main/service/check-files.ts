import { join } from 'node:path'
import { z } from 'zod'
import { errorCodes } from '#shared/errors.ts'
import { ServiceCheck } from '#shared/model/app/service.ts'

/** The answer of the running app to a command; `text` in all languages. It names no instrument, account or amount. */
export const CheckAnswer = z.union([
  z.object({ check: ServiceCheck }),
  z.object({ error: z.object({ code: z.enum(errorCodes), text: z.string() }) }),
])
export type CheckAnswer = z.infer<typeof CheckAnswer>

/** The folder in the directory of a profile where commands ask the running app. */
export const checksFolder = (directory: string): string => join(directory, 'checks')

/** A request is empty. The app removes it when it takes it. */
export const requestIn = (folder: string, id: string): string => join(folder, `${id}.request`)
export const answerIn = (folder: string, id: string): string => join(folder, `${id}.answer`)

/** Finds the id and the kind in the name of a request or an answer, also an unfinished one. */
export const checkFile = /^([0-9a-f-]{36})\.(request|answer)(?:\.[0-9a-f-]{36}\.tmp)?$/
