// Runs in a worker thread: decodes responses that would take longer than a frame.
import { parentPort } from 'node:worker_threads'
import { sendFailure, sendResult, writeTextsFor, type ThreadRequest } from '../threads/messages.ts'
import { type DecoderTask, decodeBody } from './decoder.ts'

parentPort?.on('message', (request: ThreadRequest<DecoderTask>) => {
  const { id, task } = request
  writeTextsFor(request)
  try {
    sendResult(id, decodeBody(task.name, task.body, task.input))
  } catch (error) {
    sendFailure(id, error, 'The response could not be decoded')
  }
})
