import { AppError } from '../../shared/errors.ts'
import type { AlertDraft } from '../../shared/model/alert.ts'

const mostRules = 200

/** Throws `invalid`, in words, for a rule that could never tell anything. `count` is how many there are beside it. */
export function checkDraft({ condition, expiresAt }: AlertDraft, now: number, count: number): void {
  if (count >= mostRules) throw new AppError('invalid', `There are ${mostRules} alerts already. Remove some first.`)
  if (expiresAt !== null && expiresAt <= now) throw new AppError('invalid', 'The alert would have expired already.')
  if (condition.kind === 'account' && (condition.figure === 'day-profit') !== (condition.currency !== null))
    throw new AppError('invalid', 'The day’s profit, and it alone, is added up in one currency: choose it.')
  if (condition.kind === 'price' && /^-|^0+(\.0+)?$/.test(condition.threshold) && condition.direction === 'below')
    throw new AppError('invalid', 'A price does not fall below zero.')
}
