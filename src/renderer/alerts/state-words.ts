import type { Format } from '../../shared/format.ts'
import type { AlertPreview, AlertRow } from '../../shared/model/alert.ts'

type State = Pick<AlertRow, 'rule' | 'status' | 'firedAt' | 'firedCount' | 'snoozedUntil'>

/** A rule's state in a word or two. */
export function stateWord({ status, snoozedUntil, rule }: State, format: Format): string {
  switch (status) {
    case 'armed':
      return 'armed'
    case 'fired':
      return 'fired'
    case 'done':
      return 'fired, done'
    case 'snoozed':
      return `snoozed until ${format.time(snoozedUntil)}`
    case 'expired':
      return `expired ${format.dateTime(rule.expiresAt)}`
    case 'off':
      return 'off'
  }
}

export const toneOf = ({ status }: Pick<State, 'status'>): 'info' | 'warn' | 'neutral' =>
  status === 'fired' ? 'warn' : status === 'armed' ? 'info' : 'neutral'

/** How it tells and what it told. */
export function noteOf({ rule, firedAt, firedCount, status }: State, format: Format): string {
  const told =
    firedAt === null
      ? []
      : [`last fired ${format.dateTime(firedAt)}${firedCount > 1 ? `, ${firedCount} times in all` : ''}`]
  const coolDown = rule.repeats && rule.coolDownMinutes > 0 ? [`at most every ${rule.coolDownMinutes} min`] : []
  const expiry = rule.expiresAt !== null && status !== 'expired' ? [`until ${format.dateTime(rule.expiresAt)}`] : []
  return [rule.repeats ? 'tells each time' : 'tells once', ...coolDown, ...expiry, ...told].join(' · ')
}

const dayMs = 86_400_000

/** What the rule would have done in the recorded past, without claiming more than was recorded. */
export function historyWords({ history }: AlertPreview, format: Format): string {
  if ('missing' in history) return `${history.missing}.`
  const days = (history.to - history.from) / dayMs
  const span = days < 1.5 ? `since ${format.dateTime(history.from)}` : `in the recorded last ${Math.round(days)} days`
  const count = history.firedAt.length
  if (count === 0) return `It would not have fired ${span}.`
  const last = format.dateTime(history.firedAt.at(-1) ?? null)
  return `It would have fired ${count === 1 ? 'once' : `${count} times`} ${span}, last ${last}.`
}
