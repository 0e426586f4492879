import { z } from 'zod'

/** One entry of the contract: what is asked, what is answered. */
export const request = <P extends z.ZodType, R extends z.ZodType>(params: P, result: R) => ({ params, result })

/** No parameters, or no answer. */
export const nothing = z.void()
