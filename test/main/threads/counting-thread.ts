// A thread that answers how many tasks it has had since its start.
import { parentPort } from 'node:worker_threads'
import { sendResult, type ThreadRequest } from '../../../src/main/threads/messages.ts'

let count = 0
parentPort?.on('message', ({ id }: ThreadRequest<null>) => sendResult(id, ++count))
