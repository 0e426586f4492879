// Runs in a worker thread. Decodes responses that would block the main thread for longer than a frame.
import { parentPort } from 'node:worker_threads'
import { m } from '#shared/messages/messages.js'
import { sendFailure, sendResult, writeTextsFor, type ThreadRequest } from '../threads/messages.ts'
import { type DecoderTask, decodeInThread } from './decoder.ts'

parentPort?.on('message', (request: ThreadRequest<DecoderTask>) => {
  const { id, task } = request
  writeTextsFor(request)
  try {
    sendResult(id, decodeInThread(task))
  } catch (error) {
    sendFailure(id, error, m.broker_the_response_could_not_be_decoded)
  }
})
