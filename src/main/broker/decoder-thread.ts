// Runs in a thread of its own: the reading of answers that would take longer than a frame.
import { parentPort } from 'node:worker_threads'
import { answer, fail } from '../threads/answering.ts'
import type { Question } from '../threads/messages.ts'
import { decodeBody } from './decode-body.ts'
import type { DecoderTask } from './decoder.ts'

parentPort?.on('message', ({ id, task }: Question<DecoderTask>) => {
  try {
    answer(id, decodeBody(task.name, task.body, task.input))
  } catch (error) {
    fail(id, error, 'The answer could not be read')
  }
})
