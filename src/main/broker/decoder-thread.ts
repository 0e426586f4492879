// Runs in a worker thread: decodes responses that would take longer than a frame.
import { parentPort } from 'node:worker_threads'
import { sendFailure, sendResult, type ThreadRequest } from '../threads/messages.ts'
import { type DecoderTask, decodeBody } from './decoder.ts'

parentPort?.on('message', ({ id, task }: ThreadRequest<DecoderTask>) => {
  try {
    sendResult(id, decodeBody(task.name, task.body, task.input))
  } catch (error) {
    sendFailure(id, error, 'The response could not be decoded')
  }
})
