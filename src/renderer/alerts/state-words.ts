import { dayMs } from '../../shared/durations.ts'
import type { Format } from '../../shared/text/format.ts'
import type { AlertPreview, AlertRow } from '../../shared/model/alert.ts'

type State = Pick<AlertRow, 'rule' | 'status' | 'firedAt' | 'firedCount' | 'snoozedUntil'>

/** The status of a rule as the text of its badge. */
export function stateWord({ status, snoozedUntil, rule }: State, format: Format): string {
  switch (status) {
    case 'armed':
      return 'armed'
    case 'fired':
      return 'fired'
    case 'done':
      return 'fired, completed'
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

/** How often the rule fires, when it expires, and when it last fired. */
export function ruleNote({ rule, firedAt, firedCount, status }: State, format: Format): string {
  const lastFired =
    firedAt === null
      ? []
      : [`last fired ${format.dateTime(firedAt)}${firedCount > 1 ? `, ${firedCount} times in total` : ''}`]
  const coolDown = rule.repeats && rule.coolDownMinutes > 0 ? [`at most every ${rule.coolDownMinutes} min`] : []
  const expiry = rule.expiresAt !== null && status !== 'expired' ? [`until ${format.dateTime(rule.expiresAt)}`] : []
  return [rule.repeats ? 'repeats' : 'fires once', ...coolDown, ...expiry, ...lastFired].join(' · ')
}

/** How often the rule would have fired in the recorded past; names the period so that it claims no more than was recorded. */
export function historyWords({ history }: AlertPreview, format: Format): string {
  if ('missing' in history) return `${history.missing}.`
  const days = (history.to - history.from) / dayMs
  const span =
    days < 1.5 ? `since ${format.dateTime(history.from)}` : `in the last ${Math.round(days)} days of recorded data`
  const count = history.firedAt.length
  if (count === 0) return `It would not have fired ${span}.`
  const last = format.dateTime(history.firedAt.at(-1) ?? null)
  return `It would have fired ${count === 1 ? 'once' : `${count} times`} ${span}, most recently ${last}.`
}
