import { parseDecimal, sign, type Decimal } from '../../shared/decimal.ts'
import type { AlertCondition } from '../../shared/model/alert.ts'

type Of<K extends AlertCondition['kind']> = Extract<AlertCondition, { kind: K }>

/** All fields of the form; a kind reads those it wants. Numbers are text as typed; an empty account is all of them. */
export interface Entered {
  kind: AlertCondition['kind']
  symbol: string
  accountId: string
  direction: 'above' | 'below'
  move: 'up' | 'down' | 'either'
  extreme: 'high' | 'low'
  accountFigure: Of<'account'>['figure']
  positionFigure: Of<'position'>['figure']
  marginFigure: Of<'margin'>['figure']
  orderOn: Of<'order'>['on']
  eventOn: Of<'event'>['on']
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

const digits = 'in digits, such as 250.5.'

/** The condition that the fields make, or what is missing, in words. */
export function conditionOf(entered: Entered): AlertCondition | Problem {
  try {
    return make(entered)
  } catch (cause) {
    if (cause instanceof Missing) return { problem: cause.message }
    throw cause
  }
}

class Missing extends Error {}

function make(entered: Entered): AlertCondition {
  const { kind, direction, move, extreme } = entered
  const accountId = entered.accountId || null
  const threshold = (): Decimal => number(entered.threshold, `Write the mark ${digits}`)
  const percent = (): Decimal => positive(entered.percent, `Write the percentage, above zero, ${digits}`)
  switch (kind) {
    case 'price':
      return {
        kind,
        symbol: symbolOf(entered),
        direction,
        threshold: positive(entered.threshold, `Write the price ${digits}`),
      }
    case 'day-percent':
      return { kind, symbol: symbolOf(entered), move, percent: percent() }
    case 'percent-from': {
      const from = positive(entered.from, `Write the price to count from ${digits}`)
      return { kind, symbol: symbolOf(entered), from, move, percent: percent() }
    }
    case 'near-extreme':
      return { kind, symbol: symbolOf(entered), extreme, percent: percent() }
    case 'account': {
      const figure = entered.accountFigure
      const currency = figure === 'day-profit' ? entered.currency.trim().toUpperCase() : null
      if (currency === '') throw new Missing('Choose the currency in which the day’s profit is added up.')
      return { kind, accountId, figure, currency, direction, threshold: threshold() }
    }
    case 'position':
      return {
        ...{ kind, accountId, symbol: symbolOf(entered), figure: entered.positionFigure, direction },
        threshold: threshold(),
      }
    case 'margin':
      if (accountId === null) throw new Missing('Choose an account.')
      return { kind, accountId, figure: entered.marginFigure, threshold: threshold() }
    case 'order':
      return { kind, accountId, on: entered.orderOn }
    case 'report':
      return { kind, accountId }
    case 'event':
      return { kind, symbol: entered.symbol || null, on: entered.eventOn, days: whole(entered.days, 0, 366, 'days') }
    case 'stale':
      return { kind, accountId, symbol: entered.symbol || null, minutes: whole(entered.minutes, 1, 43_200, 'minutes') }
    case 'service':
      return { kind, minutes: whole(entered.minutes, 1, 43_200, 'minutes') }
  }
}

function symbolOf({ symbol }: Entered): string {
  if (symbol === '') throw new Missing('Choose an instrument.')
  return symbol
}

function number(text: string, problem: string): Decimal {
  const value = parseDecimal(text.trim())
  if (value === null) throw new Missing(problem)
  return value
}

function positive(text: string, problem: string): Decimal {
  const value = number(text, problem)
  if (sign(value) <= 0) throw new Missing(problem)
  return value
}

function whole(text: string, least: number, most: number, unit: string): number {
  const value = Number(text.trim() || 'x')
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Missing(`Write a whole number of ${unit}, from ${least} to ${most}.`)
  return value
}
