import { parseDecimal, type Decimal } from '../../shared/decimal.ts'
import type { AlertCondition, AlertDraft, AlertRule } from '../../shared/model/alert.ts'
import { conditionOf, type Entered } from './condition-of.ts'

export type Kind = AlertCondition['kind']

const takesSymbol: readonly Kind[] = ['price', 'day-percent', 'percent-from', 'near-extreme', 'position']
const maySymbol: readonly Kind[] = ['event', 'stale']
const takesAccount: readonly Kind[] = ['account', 'position', 'margin', 'order', 'report', 'stale']

/** What a person fills in to make or change a rule. */
export class RuleForm {
  readonly id: string | null
  readonly isEnabled: boolean
  entered: Entered = $state({
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
  note = $state('')
  repeats = $state(true)
  coolDown = $state('60')
  hysteresis = $state('')
  /** As a date and time field writes it; empty is never. */
  expires = $state('')
  /** When it expires as long as the field says the same: the field knows no seconds, and an hour that comes twice but once. */
  readonly #kept: number | null
  readonly #condition = $derived.by(() => conditionOf(this.entered))

  constructor(start: AlertRule | { readonly kind: Kind; readonly symbol?: string }) {
    this.id = 'id' in start ? start.id : null
    this.isEnabled = 'id' in start ? start.isEnabled : true
    this.#kept = 'id' in start ? start.expiresAt : null
    if (!('id' in start)) {
      this.entered = { ...this.entered, ...start }
      return
    }
    this.entered = { ...this.entered, ...enteredOf(start.condition) }
    this.note = start.note
    this.repeats = start.repeats
    this.coolDown = String(start.coolDownMinutes)
    this.hysteresis = start.hysteresis ?? ''
    this.expires = localText(start.expiresAt)
  }

  get needsSymbol(): boolean {
    return takesSymbol.includes(this.entered.kind)
  }
  get maySymbol(): boolean {
    return this.needsSymbol || maySymbol.includes(this.entered.kind)
  }
  get takesAccount(): boolean {
    return takesAccount.includes(this.entered.kind) && !(this.entered.kind === 'stale' && this.entered.symbol !== '')
  }
  /** Levels come back; what happens does not. */
  get hasLevel(): boolean {
    return !['order', 'report', 'event'].includes(this.entered.kind)
  }

  /** What is still missing, in words; empty once it can be kept. */
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
      return { problem: 'The cool-down is a whole number of minutes, 30 days at most.' }
    const hysteresis: Decimal | null = this.hasLevel ? parseDecimal(this.hysteresis.trim()) : null
    if (this.hasLevel && this.hysteresis.trim() !== '' && (hysteresis === null || hysteresis.startsWith('-')))
      return { problem: 'How far it must come back is a number, not below zero.' }
    const expiresAt =
      this.expires === localText(this.#kept)
        ? this.#kept
        : this.expires === ''
          ? null
          : new Date(this.expires).getTime()
    if (Number.isNaN(expiresAt)) return { problem: 'The day on which it expires is not complete.' }
    const { note, repeats, isEnabled } = this
    return { draft: { condition, note: note.trim(), isEnabled, repeats, hysteresis, coolDownMinutes, expiresAt } }
  })
}

function enteredOf(condition: AlertCondition): Partial<Entered> {
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

/** An instant as a date and time field wants it, in local time. */
function localText(at: number | null): string {
  if (at === null) return ''
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
