import { z } from 'zod'

/** One entry of the contract: the schemas of its parameters and of its result. */
export const request = <P extends z.ZodType, R extends z.ZodType>(params: P, result: R) => ({ params, result })

/** No parameters, or no result. */
export const nothing = z.void()
