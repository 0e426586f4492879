import { sign, type Decimal, add, decimalOf, multiply, subtract, sum } from '#shared/decimal.ts'
import type { Account } from '#shared/model/account.ts'
import type { EquityCurrency } from '#shared/model/currency.ts'
import type { MarginCall, MarginStress, MarginUnknown, PriceShock } from '#shared/model/margin.ts'
import { convert, type Conversion } from '../currency/convert.ts'
import {
  isCovered,
  marginPositions,
  type CoveredPosition,
  type MarginPosition,
  type MarginRow,
} from './margin-positions.ts'
import { marginShock, type MarginInputs, changeOf, currencyShock, moveOf, describePositions } from './price-shock.ts'

/** Cash in another currency than that of the account. */
interface ForeignCash {
  readonly currency: string
  /** In the currency of the account; `null` without a rate. */
  readonly value: Decimal | null
}

const foreignCash = ({ cash }: Pick<Account, 'cash'>, to: Conversion): ForeignCash[] =>
  cash
    .filter(({ amount, currency }) => sign(amount) !== 0 && currency !== to.currency)
    .map(({ amount, currency }) => ({ currency, value: convert(amount, currency, to) }))

/**
 * The inputs of a stress: an account and its positions, the currency of its equity, the rates to that currency, and the
 * shocks.
 */
export interface StressInputs {
  readonly account: Pick<Account, 'id' | 'equity' | 'cash' | 'portfolio'>
  readonly rows: readonly MarginRow[]
  readonly currency: EquityCurrency | null
  readonly to: Conversion | null
  readonly shocks: readonly PriceShock[]
}

/** The result of a stress, without the times of its data. */
export type Stress = Omit<MarginStress, 'fetchedAt' | 'staleAt'>

const hundred = decimalOf(100)

/**
 * Calculates the distance of an account to a margin call, and its figures after shocks. Positions that are not covered
 * keep their value and requirement, as does the part of the requirement that belongs to no position. Amounts are exact,
 * in the currency of the equity; a figure is `null` if it is not known, and `unknown` says why. Source: analytics,
 * "Margin and stress".
 */
export function stressMargin(given: StressInputs): Stress {
  const { account, rows, currency, to, shocks } = given
  const stated = account.portfolio?.kind === 'mc' ? account.portfolio.maintenanceMargin : null
  const hasMargin = account.portfolio?.kind !== 'mct'
  const positions = !hasMargin ? [] : to === null ? rows.map(withoutCurrency) : marginPositions(rows, stated, to)
  const { requirement, from } = hasMargin ? requirementOf(account, rows, positions, stated) : noRequirement
  const covered = positions.filter(isCovered)
  const inputs = inputsOf(account.equity, requirement, covered)
  const unknown = whyUnknown(given, requirement, covered.length)
  const isKnown = unknown === null && inputs !== null && to !== null
  const moved =
    to === null ? [] : covered.map((position) => ({ position, move: moveOf(position.row, shocks, to.currency) }))
  const cash = to === null ? [] : foreignCash(account, to)
  return {
    accountId: account.id,
    currency,
    unknown,
    equity: account.equity,
    requirement,
    requirementFrom: from,
    distance: account.equity === null || requirement === null ? null : subtract(account.equity, requirement),
    movingRequirement: inputs?.movingRequirement ?? null,
    fixedRequirement: inputs?.fixedRequirement ?? null,
    signedValue: inputs?.signedValue ?? null,
    call: isKnown ? callOf(inputs) : null,
    after: isKnown ? figuresAfter(inputs, moved, cash, shocks, to.currency) : null,
    touched: shocks.map(
      (shock) =>
        moved.filter(({ move }) => move.shocks.includes(shock)).length +
        cash.filter((part) => part.value !== null && currencyShock(part.currency, shocks, to?.currency ?? '') === shock)
          .length,
    ),
    positions: describePositions(positions, shocks, to),
    cashNotCovered: cash.filter(({ value }) => value === null).map((part) => part.currency),
    rates:
      to === null
        ? []
        : ratesOf([...covered.map(({ row }) => row.currency), ...cash.map(({ currency: code }) => code)], to),
  }
}

const withoutCurrency = (row: MarginRow): MarginPosition => ({
  row,
  value: null,
  requirement: null,
  notCovered: 'account-currency-unknown',
})

const noRequirement = { requirement: null, from: null }

/** The account's requirement. If the service reports none, it is the sum over all positions, if each is known. */
function requirementOf(
  { portfolio }: StressInputs['account'],
  rows: readonly MarginRow[],
  positions: readonly MarginPosition[],
  stated: Decimal | null,
): { readonly requirement: Decimal | null; readonly from: MarginStress['requirementFrom'] } {
  if (stated !== null) return { requirement: stated, from: 'service' }
  const known = positions.flatMap(({ requirement }) => (requirement === null ? [] : [requirement]))
  if (portfolio === null || rows.length === 0 || known.length < rows.length) return noRequirement
  return { requirement: sum(known), from: 'positions' }
}

function inputsOf(
  equity: Decimal | null,
  requirement: Decimal | null,
  covered: readonly CoveredPosition[],
): MarginInputs | null {
  if (equity === null || requirement === null) return null
  const movingRequirement = sum(covered.map((position) => position.requirement))
  const fixedRequirement = subtract(requirement, movingRequirement)
  return { equity, movingRequirement, fixedRequirement, signedValue: sum(covered.map(({ value }) => value)) }
}

function whyUnknown(
  { account, rows, to }: StressInputs,
  requirement: Decimal | null,
  covered: number,
): MarginUnknown | null {
  if (account.portfolio?.kind === 'mct') return 'no-margin'
  if (account.equity === null) return 'equity'
  // Without a currency, the requirements of the positions cannot be added either.
  if (to === null) return requirement === null && account.portfolio === null ? 'requirement' : 'currency'
  if (requirement === null) return 'requirement'
  return rows.length > 0 && covered === 0 ? 'nothing-covered' : null
}

function callOf(inputs: MarginInputs): MarginCall {
  const { state, shock } = marginShock(inputs)
  if (shock === null) return { state, percent: null, requirement: null }
  const moved = add(inputs.movingRequirement, multiply(inputs.movingRequirement, shock))
  return { state, percent: multiply(shock, hundred), requirement: add(moved, inputs.fixedRequirement) }
}

type Moved = readonly { readonly position: CoveredPosition; readonly move: ReturnType<typeof moveOf> }[]

function figuresAfter(
  inputs: MarginInputs,
  moved: Moved,
  cash: readonly ForeignCash[],
  shocks: readonly PriceShock[],
  own: string,
): NonNullable<Stress['after']> {
  const signedValue = sum(moved.map(({ position, move }) => multiply(position.value, move.factor)))
  const movingRequirement = sum(moved.map(({ position, move }) => multiply(position.requirement, move.factor)))
  const cashChange = sum(
    cash.flatMap(({ value, currency }) =>
      value === null ? [] : [changeOf(value, currencyShock(currency, shocks, own))],
    ),
  )
  const equity = sum([inputs.equity, subtract(signedValue, inputs.signedValue), cashChange])
  const requirement = add(inputs.fixedRequirement, movingRequirement)
  const call = callOf({ equity, movingRequirement, fixedRequirement: inputs.fixedRequirement, signedValue })
  return { equity, requirement, distance: subtract(equity, requirement), call }
}

/** The rates of these currencies to that of the conversion, as far as there are any. */
export function ratesOf(currencies: readonly (string | null)[], to: Conversion): Stress['rates'] {
  return [...new Set(currencies)].flatMap((currency) => {
    if (currency === null || currency === '' || currency === to.currency) return []
    const found = to.rateOf(currency)
    return 'rate' in found ? [found.rate] : []
  })
}
