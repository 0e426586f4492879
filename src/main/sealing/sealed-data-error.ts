import { AppError } from '../../shared/errors.ts'
import type { KeyProblem } from '../../shared/model/app/sealing.ts'

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
  lost: () =>
    'The data is sealed, and its key is not in the keychain. The recovery code opens it: see Settings, Privacy, Sealed data.',
  unknown: (detail) =>
    `The data is sealed, and the keychain does not give its key. ${detail}. Unlock the keychain, then open this profile again.`,
}
