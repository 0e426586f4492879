// A thread that replies with the number of its tasks since its start.
import { parentPort } from 'node:worker_threads'
import { sendResult, type ThreadRequest } from '#main/threads/messages.ts'

let count = 0
parentPort?.on('message', ({ id }: ThreadRequest<null>) => sendResult(id, ++count))
