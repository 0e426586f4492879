import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { KeyProblem } from '#shared/model/app/sealing.ts'

/** The data of a profile is sealed and its key is not available. Nothing was changed. */
export class SealedDataError extends AppError {
  readonly problem: KeyProblem

  /** `detail` is the keychain's message. */
  constructor(problem: KeyProblem, detail = '') {
    super('no-keychain', words[problem](detail))
    this.problem = problem
  }
}

const words: Readonly<Record<KeyProblem, (detail: string) => string>> = {
  lost: () => m.sealing_the_recovery_code_opens_the_data(),
  unknown: (detail) => m.sealing_unlock_the_keychain_and_open_again({ detail }),
}
