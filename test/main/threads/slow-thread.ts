// A thread that replies after a while, and completes its work when it is closed gently.
import { setTimeout as pause } from 'node:timers/promises'
import { expose } from '#main/threads/expose.ts'

const handlers = { reply: () => pause(100) }
export type SlowHandlers = typeof handlers

expose(() => ({ handlers, close: () => pause(300) }))
