// A thread that replies with the number of its calls since its start.
import { expose } from '#main/threads/expose.ts'

let count = 0
const handlers = { count: () => ++count }
export type CountingHandlers = typeof handlers

expose(() => ({ handlers }))
