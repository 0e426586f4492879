import { sign, type Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import { readNumber } from '../lib/read-number.ts'

type ConditionOf<K extends AlertCondition['kind']> = Extract<AlertCondition, { kind: K }>

/**
 * All fields of the form. Each kind uses only some of them. Numbers are text as typed; an empty account means all
 * accounts, and an empty symbol means none is selected.
 */
export interface RuleInput {
  kind: AlertCondition['kind']
  symbol: string
  accountId: string
  direction: 'above' | 'below'
  move: 'up' | 'down' | 'either'
  extreme: 'high' | 'low'
  accountFigure: ConditionOf<'account'>['figure']
  positionFigure: ConditionOf<'position'>['figure']
  marginFigure: ConditionOf<'margin'>['figure']
  orderOn: ConditionOf<'order'>['on']
  eventOn: ConditionOf<'event'>['on']
  currency: string
  threshold: string
  from: string
  percent: string
  days: string
  minutes: string
}

interface Problem {
  readonly problem: string
}

/** The condition that the fields describe, or a message for the user why they are incomplete. */
export function buildCondition(input: RuleInput): AlertCondition | Problem {
  try {
    return build(input)
  } catch (cause) {
    if (cause instanceof InputError) return { problem: cause.message }
    throw cause
  }
}

class InputError extends Error {}

function build(input: RuleInput): AlertCondition {
  const { kind, direction, move, extreme } = input
  const accountId = input.accountId || null
  const threshold = (): Decimal => number(input.threshold, m.alert_form_enter_the_threshold())
  const percent = (): Decimal => positive(input.percent, m.alert_form_enter_a_percentage())
  switch (kind) {
    case 'price':
      return {
        kind,
        symbol: symbolOf(input),
        direction,
        threshold: positive(input.threshold, m.alert_form_enter_the_price()),
      }
    case 'day-percent':
      return { kind, symbol: symbolOf(input), move, percent: percent() }
    case 'percent-from': {
      const from = positive(input.from, m.alert_form_enter_the_reference_price())
      return { kind, symbol: symbolOf(input), from, move, percent: percent() }
    }
    case 'near-extreme':
      return { kind, symbol: symbolOf(input), extreme, percent: percent() }
    case 'account': {
      const figure = input.accountFigure
      const hasCurrency = figure === 'day-profit' || accountId === null
      const currency = (hasCurrency && input.currency.trim().toUpperCase()) || null
      if (currency === null && figure === 'day-profit')
        throw new InputError(m.alert_form_choose_the_currency_of_the_days_profit())
      return { kind, accountId, figure, currency, direction, threshold: threshold() }
    }
    case 'position':
      return {
        kind,
        accountId,
        symbol: symbolOf(input),
        figure: input.positionFigure,
        direction,
        threshold: threshold(),
      }
    case 'margin':
      if (accountId === null) throw new InputError(m.alert_form_choose_an_account_first())
      return { kind, accountId, figure: input.marginFigure, threshold: threshold() }
    case 'order':
      return { kind, accountId, on: input.orderOn }
    case 'report':
      return { kind, accountId }
    case 'difference':
      return { kind, accountId }
    case 'missing-payment':
      return { kind, accountId }
    case 'event':
      return {
        kind,
        symbol: input.symbol || null,
        on: input.eventOn,
        days: whole(input.days, 0, 366, m.alert_form_enter_whole_days),
      }
    case 'stale':
      return {
        kind,
        accountId,
        symbol: input.symbol || null,
        minutes: whole(input.minutes, 1, 43_200, m.alert_form_enter_whole_minutes),
      }
    case 'service':
      return { kind, minutes: whole(input.minutes, 1, 43_200, m.alert_form_enter_whole_minutes) }
  }
}

function symbolOf({ symbol }: RuleInput): string {
  if (symbol === '') throw new InputError(m.alert_form_choose_an_instrument())
  return symbol
}

function number(text: string, problem: string): Decimal {
  const value = readNumber(text)
  if (value === null) throw new InputError(problem)
  return value
}

function positive(text: string, problem: string): Decimal {
  const value = number(text, problem)
  if (sign(value) <= 0) throw new InputError(problem)
  return value
}

type RangeWords = (range: { readonly min: number; readonly max: number }) => string

function whole(text: string, min: number, max: number, words: RangeWords): number {
  const value = Number(text.trim() || 'x')
  if (!Number.isInteger(value) || value < min || value > max) throw new InputError(words({ min, max }))
  return value
}
