import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { secondMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import type { ServiceCheck } from '#shared/model/app/service.ts'
import { keptText } from '#shared/text/kept-text.ts'
import { createPrivately } from '../disk/private-file.ts'
import { answerIn, CheckAnswer, checksFolder, requestIn } from '../service/check-files.ts'
import type { Clock } from '../time/clock.ts'

/** The app takes a request at once, or within 5 s where it cannot watch the folder. Otherwise it has another profile open. */
const takenWithinMs = 15 * secondMs
const answeredWithinMs = 120 * secondMs
const pauseMs = 100

/**
 * Asks the running app to check the service, through files in the directory of a profile. Returns `null` if it does not answer
 * in time, or in a form of another version. Throws the AppError that the app answered.
 */
export async function askRunningApp(
  directory: string,
  clock: Pick<Clock, 'monotonic' | 'after'>,
): Promise<ServiceCheck | null> {
  const id = randomUUID()
  const folder = checksFolder(directory)
  const [request, answer] = [requestIn(folder, id), answerIn(folder, id)]
  try {
    if (!ask(request)) return null
    const askedAt = clock.monotonic()
    while (!existsSync(answer)) {
      const limit = existsSync(request) ? takenWithinMs : answeredWithinMs
      if (clock.monotonic() - askedAt >= limit) return null
      await new Promise<void>((resolve) => void clock.after(pauseMs, resolve))
    }
    return readAnswer(answer)
  } finally {
    for (const path of [request, answer]) rmSync(path, { force: true })
  }
}

/** Whether the request could be written. The app creates the folder when it opens the profile. */
function ask(request: string): boolean {
  try {
    createPrivately(request)
    return true
  } catch {
    return false
  }
}

function readAnswer(path: string): ServiceCheck | null {
  let answer: CheckAnswer
  try {
    answer = CheckAnswer.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
  if ('check' in answer) return answer.check
  throw new AppError(answer.error.code, keptText(answer.error.text))
}
