import { AppError } from '#shared/errors.ts'

export const keychain = { kind: 'ready', message: 'ready', remedy: '' } as const
const byPurpose = { cancel: 0, user: 0, visible: 0, held: 0, background: 0 }
export const emptyBudget = {
  limit: 200,
  used: 0,
  usedBy: byPurpose,
  endpoints: [],
  waiting: byPurpose,
  nextFreeAt: null,
  fullLimit: 200,
  isSavingPower: false,
}

export const noLedger = (): Promise<never> => Promise.reject(new AppError('unavailable', 'This rig has no ledger'))

/** A past of accounts whose history is not loaded. */
export const noPast = {
  isLoaded: false,
  isCertain: false,
  differing: [],
  moments: [],
  flows: [],
  notCounted: 0,
  rateTrades: [],
}
