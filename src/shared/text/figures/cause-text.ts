import { absolute, sign, type Decimal } from '../../decimal.ts'
import { textLanguage } from '../../language.ts'
import { m } from '../../messages/messages.js'
import type { CauseReason, DescribedRow, DescribedRows } from '../../model/ledger/cause-reason.ts'
import type { Money } from '../../model/values.ts'
import { currencyPlaces, type Format } from '../format.ts'
import { kindTitles } from '../transaction-kinds.ts'

type Formats = Pick<Format, 'amount' | 'quantity' | 'date'>

type WithRows = Extract<CauseReason, { rows: DescribedRows }>['code']

/** The causes that name nothing but transactions. */
const ofRows = {
  'row-is-there-twice': m.causes_row_is_there_twice,
  'row-is-not-counted': m.causes_row_is_not_counted,
  'row-has-the-wrong-sign': m.causes_row_has_the_wrong_sign,
  'not-settled-yet': m.causes_not_settled_yet,
  'row-of-unknown-pieces': m.causes_row_of_unknown_pieces,
  'row-of-unknown-instrument': m.causes_instrument_of_a_row_could_not_be_read,
  'lent-pieces-are-counted': m.causes_lent_pieces_are_counted,
  'borrowed-pieces-are-not-counted': m.causes_borrowed_pieces_are_not_counted,
  'withdrawn-rows-are-counted': m.causes_withdrawn_rows_are_counted,
  'rows-are-missing-in-answers': m.causes_rows_are_missing_in_answers,
} satisfies Partial<Record<WithRows, (values: { rows: string; count: number }) => string>>

const ofPayments = {
  'amortization-is-missing': m.causes_amortization_is_missing,
  'coupon-is-missing': m.causes_coupon_is_missing,
  'dividend-is-missing': m.causes_dividend_is_missing,
}

const names: Partial<Record<DescribedRow['kind'], () => string>> = {
  buy: m.causes_purchase,
  sell: m.causes_sale,
  unknown: m.causes_transaction_of_unknown_kind,
}

/** Why two figures may differ, in the current language, with numbers and dates in the given formats. */
export const causeText = (reasons: readonly CauseReason[], formats: Formats): string =>
  reasons.map((reason) => new CauseWriter(formats).write(reason)).join(' ')

const asItIs = (text: string | null): string => text ?? ''

/** The same with numbers and dates for programs. */
export const plainCauseText = (reasons: readonly CauseReason[]): string =>
  causeText(reasons, { amount: asItIs, quantity: asItIs, date: asItIs })

class CauseWriter {
  readonly #formats: Formats
  constructor(formats: Formats) {
    this.#formats = formats
  }

  write(reason: CauseReason): string {
    switch (reason.code) {
      case 'rounding':
        return m.causes_rounding()
      case 'not-loaded':
        return m.causes_not_loaded()
      case 'no-market':
        return m.causes_no_market(reason)
      case 'lot-size':
        return m.causes_lot_size({ size: this.#number(reason.size), rows: this.#rows(reason.rows) })
      case 'face-value-ignored':
        return m.causes_row_ignores_the_face_value({ face: this.#number(reason.face), rows: this.#rows(reason.rows) })
      case 'commission-currency':
        return m.causes_commission_in_another_currency({ ...reason, rows: this.#rows(reason.rows) })
      case 'exchange-booked-as-money':
        return m.causes_exchange_is_booked_as_money({ ...reason, rows: this.#rows(reason.rows) })
      case 'exchange-booked-as-pieces':
        return m.causes_exchange_is_booked_as_pieces({ ...reason, rows: this.#rows(reason.rows) })
      case 'rows-not-read':
        return this.#rowsNotRead(reason)
      case 'amortization-is-missing':
      case 'coupon-is-missing':
      case 'dividend-is-missing':
        return ofPayments[reason.code]({
          symbol: reason.symbol,
          date: this.#date(reason.date),
          pieces: this.#number(reason.pieces),
        })
      case 'split-of-that-day-is-missing':
        return m.causes_split_of_that_day_is_missing({ ...this.#ratio(reason), date: this.#date(reason.date) })
      case 'split-between-is-missing':
        return m.causes_split_between_is_missing({
          ...this.#ratio(reason),
          from: this.#date(reason.from),
          to: this.#date(reason.to),
        })
      case 'trade-is-missing':
        return choose(
          reason.pieces,
          m.causes_purchase_for_money_is_missing,
          m.causes_sale_for_money_is_missing,
        )({
          ...this.#pieces(reason),
          ...this.#money(reason.money),
        })
      case 'trade-in-a-currency-is-missing':
        return choose(
          reason.pieces,
          m.causes_purchase_is_missing,
          m.causes_sale_is_missing,
        )({
          ...this.#pieces(reason),
          currencies: alternatives(reason.currencies),
        })
      case 'row-of-pieces-is-missing':
        return choose(
          reason.pieces,
          m.causes_row_that_adds_pieces_is_missing,
          m.causes_row_that_removes_pieces_is_missing,
        )(this.#pieces(reason))
      case 'row-of-money-is-missing':
        return choose(
          reason.money.amount,
          m.causes_row_that_adds_money_is_missing,
          m.causes_row_that_removes_money_is_missing,
        )(this.#money(reason.money))
      case 'money-of-missing-trades':
        return m.causes_money_of_missing_trades({ symbols: reason.symbols.join(', '), ...this.#money(reason.money) })
      case 'money-held-before':
        return choose(
          reason.money.amount,
          m.causes_money_may_have_been_held,
          m.causes_money_may_have_been_owed,
        )(this.#money(reason.money))
      case 'pieces-held-before':
        return this.#piecesBefore(reason)
      default:
        return ofRows[reason.code]({
          rows: this.#rows(reason.rows),
          count: reason.rows.joint === 'or' ? 1 : reason.rows.count,
        })
    }
  }

  #rowsNotRead({ count, from, to }: Extract<CauseReason, { code: 'rows-not-read' }>): string {
    const shown = this.#formats.quantity(String(count) as Decimal)
    return from === to
      ? m.causes_rows_of_a_day_could_not_be_read({ count, shown, date: this.#date(from) })
      : m.causes_rows_could_not_be_read({ count, shown, from: this.#date(from), to: this.#date(to) })
  }

  #piecesBefore({ pieces: signed, first }: Extract<CauseReason, { code: 'pieces-held-before' }>): string {
    const pieces = this.#number(signed)
    if (first === null)
      return choose(
        signed,
        m.causes_pieces_may_have_been_held_without_rows,
        m.causes_pieces_may_have_been_owed_without_rows,
      )({ pieces })
    return choose(
      signed,
      m.causes_pieces_may_have_been_held,
      m.causes_pieces_may_have_been_owed,
    )({ pieces, date: this.#date(first.date), row: this.#row(first) })
  }

  /** For example "the purchase … (row 1) or the sale … (row 2)"; for more, with the number of the others. */
  #rows({ first: described, count: all, joint }: DescribedRows): string {
    const [first = '', second] = described.map((row) => this.#row(row))
    if (second === undefined) return first
    const count = all - 2
    if (joint === 'and')
      return count > 0
        ? m.causes_first_second_and_more({ first, second, count })
        : m.causes_first_and_second({ first, second })
    return count > 0
      ? m.causes_first_second_or_more({ first, second, count })
      : m.causes_first_or_second({ first, second })
  }

  /** For example "the purchase of 10 SBER@MISX for 1000 RUB on 2024-03-05 (row 123)". */
  #row(row: DescribedRow): string {
    const kind = names[row.kind]?.() ?? kindTitles[row.kind].toLowerCase()
    const own = { kind, symbol: row.symbol, date: this.#date(row.date), id: row.id }
    const pieces = row.pieces === null ? null : this.#number(row.pieces)
    if (row.money === null) return pieces === null ? m.causes_row(own) : m.causes_row_of_pieces({ ...own, pieces })
    const money = this.#money(row.money)
    return pieces === null
      ? m.causes_row_of_money({ ...own, ...money })
      : m.causes_row_of_pieces_for_money({ ...own, ...money, pieces })
  }

  /** Without its sign, which the text says. */
  readonly #number = (value: Decimal): string => this.#formats.quantity(absolute(value))

  readonly #date = (date: string): string => this.#formats.date(date)

  /** Written with the decimals of its currency, or with more where it has more. */
  #money({ amount, currency }: Money): { readonly money: string; readonly currency: string } {
    const value = absolute(amount)
    const places = Math.max(currencyPlaces(currency), value.split('.')[1]?.length ?? 0)
    return { money: this.#formats.amount(value, { places }), currency }
  }

  #pieces({ pieces, symbol }: { readonly pieces: Decimal; readonly symbol: string }) {
    return { pieces: this.#number(pieces), symbol }
  }

  #ratio({ old, next }: { readonly old: Decimal; readonly next: Decimal }) {
    return { old: this.#number(old), next: this.#number(next) }
  }
}

const choose = <T>(value: Decimal, ifAdded: T, ifRemoved: T): T => (sign(value) > 0 ? ifAdded : ifRemoved)

const alternatives = (currencies: readonly string[]): string =>
  new Intl.ListFormat(textLanguage(), { type: 'disjunction' }).format(currencies)
