import type { Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import type { AlertDraft, AlertRule } from '#shared/model/alert.ts'
import { readNumber } from '../lib/read-number.ts'
import { buildCondition, type RuleInput } from './build-condition.ts'

export type Kind = AlertCondition['kind']

const symbolRequired: readonly Kind[] = ['price', 'day-percent', 'percent-from', 'near-extreme', 'position']
const symbolOptional: readonly Kind[] = ['event', 'stale']
const accountAllowed: readonly Kind[] = [
  'account',
  'position',
  'margin',
  'order',
  'report',
  'difference',
  'missing-payment',
  'stale',
]

/** The form that creates or edits a rule. */
export class RuleForm {
  readonly id: string | null
  readonly isEnabled: boolean
  input: RuleInput = $state({
    kind: 'price',
    symbol: '',
    accountId: '',
    direction: 'above',
    move: 'either',
    extreme: 'high',
    accountFigure: 'equity',
    positionFigure: 'day-profit',
    marginFigure: 'use',
    orderOn: 'filled',
    eventOn: 'split',
    currency: '',
    threshold: '',
    from: '',
    percent: '',
    days: '5',
    minutes: '15',
  })
  name = $state('')
  note = $state('')
  repeats = $state(true)
  coolDown = $state('60')
  hysteresis = $state('')
  /** Local time (`2026-03-31T22:30`); empty means that the rule never expires. */
  expires = $state('')
  /**
   * The stored expiry, UTC ms. It is kept while the field is not edited: the field has no seconds, and it cannot
   * distinguish the two hours when clocks are set back.
   */
  readonly #storedExpiry: number | null
  readonly #condition = $derived.by(() => buildCondition(this.input))

  constructor(start: AlertRule | (Partial<RuleInput> & { readonly kind: Kind })) {
    this.id = 'id' in start ? start.id : null
    this.isEnabled = 'id' in start ? start.isEnabled : true
    this.#storedExpiry = 'id' in start ? start.expiresAt : null
    if (!('id' in start)) {
      this.input = { ...this.input, ...start }
      return
    }
    this.input = { ...this.input, ...inputOf(start.condition) }
    this.name = start.name ?? ''
    this.note = start.note
    this.repeats = start.repeats
    this.coolDown = String(start.coolDownMinutes)
    this.hysteresis = start.hysteresis ?? ''
    this.expires = localText(start.expiresAt)
  }

  get needsSymbol(): boolean {
    return symbolRequired.includes(this.input.kind)
  }
  get allowsSymbol(): boolean {
    return this.needsSymbol || symbolOptional.includes(this.input.kind)
  }
  get allowsAccount(): boolean {
    return accountAllowed.includes(this.input.kind) && !(this.input.kind === 'stale' && this.input.symbol !== '')
  }
  /** Whether the rule watches a level, which can move back. An event, such as a filled order, cannot. */
  get hasLevel(): boolean {
    return !['order', 'report', 'event', 'difference', 'missing-payment'].includes(this.input.kind)
  }

  /** Why the form cannot be saved yet, as text on screen; empty if it can. */
  get problem(): string {
    return 'problem' in this.#result ? this.#result.problem : ''
  }
  get draft(): AlertDraft | null {
    return 'draft' in this.#result ? this.#result.draft : null
  }

  readonly #result: { readonly draft: AlertDraft } | { readonly problem: string } = $derived.by(() => {
    const condition = this.#condition
    if ('problem' in condition) return condition
    const coolDownMinutes = Number(this.coolDown.trim() || '0')
    if (!Number.isInteger(coolDownMinutes) || coolDownMinutes < 0 || coolDownMinutes > 43_200)
      return { problem: m.alert_form_enter_the_minimum_interval() }
    const hysteresis: Decimal | null = this.hasLevel ? readNumber(this.hysteresis) : null
    if (this.hasLevel && this.hysteresis.trim() !== '' && (hysteresis === null || hysteresis.startsWith('-')))
      return { problem: m.alert_form_enter_the_rearm_distance() }
    const expiresAt =
      this.expires === localText(this.#storedExpiry)
        ? this.#storedExpiry
        : this.expires === ''
          ? null
          : new Date(this.expires).getTime()
    if (Number.isNaN(expiresAt)) return { problem: m.alert_form_complete_the_expiry() }
    const { note, repeats, isEnabled } = this
    const name = this.name.trim()
    return {
      draft: {
        condition,
        ...(name !== '' && { name }),
        note: note.trim(),
        isEnabled,
        repeats,
        hysteresis,
        coolDownMinutes,
        expiresAt,
      },
    }
  })
}

function inputOf(condition: AlertCondition): Partial<RuleInput> {
  const common = {
    kind: condition.kind,
    ...('symbol' in condition && { symbol: condition.symbol ?? '' }),
    ...('accountId' in condition && { accountId: condition.accountId ?? '' }),
    ...('threshold' in condition && { threshold: condition.threshold }),
    ...('direction' in condition && { direction: condition.direction }),
    ...('move' in condition && { move: condition.move }),
    ...('percent' in condition && { percent: condition.percent }),
    ...('minutes' in condition && { minutes: String(condition.minutes) }),
  }
  switch (condition.kind) {
    case 'percent-from':
      return { ...common, from: condition.from }
    case 'near-extreme':
      return { ...common, extreme: condition.extreme }
    case 'account':
      return { ...common, accountFigure: condition.figure, currency: condition.currency ?? '' }
    case 'position':
      return { ...common, positionFigure: condition.figure }
    case 'margin':
      return { ...common, marginFigure: condition.figure }
    case 'order':
      return { ...common, orderOn: condition.on }
    case 'event':
      return { ...common, eventOn: condition.on, days: String(condition.days) }
    default:
      return common
  }
}

/** An instant (UTC ms) in local time (`2026-03-31T22:30`); empty for `null`. */
export function localText(at: number | null): string {
  if (at === null) return ''
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
