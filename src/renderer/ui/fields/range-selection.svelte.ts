import { addDays, addMonths } from './calendar-days.ts'

/** Calendar dates (`2026-03-31`); empty if the range is open. */
interface GivenRange {
  readonly first: string
  readonly last: string
  /** The date that has the focus if the range is open. */
  readonly otherwise: string
}

/** Chooses a range of dates by two dates in any order. */
export class RangeSelection {
  /** The first chosen date, until the second one is chosen. */
  #firstEnd = $state<string>()
  #focused = $state<string>()
  /** The date under the pointer. */
  hovered = $state<string>()
  readonly #given: () => GivenRange
  readonly #onchoose: (first: string, last: string) => void
  readonly #ends = $derived.by((): readonly [string, string] => {
    const { first, last } = this.#given()
    return this.#firstEnd === undefined ? [first, last] : inOrder(this.#firstEnd, this.hovered ?? this.at)
  })

  constructor(given: () => GivenRange, onchoose: (first: string, last: string) => void) {
    this.#given = given
    this.#onchoose = onchoose
  }

  get firstEnd(): string | undefined {
    return this.#firstEnd
  }

  /** The date that has the focus. */
  get at(): string {
    const { first, last, otherwise } = this.#given()
    return this.#focused ?? (last || first || otherwise)
  }

  moveTo(date: string): void {
    this.#focused = date
    this.hovered = undefined
  }

  /** Shows another month: 1 is the next one, −1 the previous one. */
  showMonth(months: number): void {
    this.#focused = addMonths(this.at, months)
  }

  choose(date: string): void {
    this.#focused = date
    if (this.#firstEnd === undefined) {
      this.#firstEnd = date
      return
    }
    const [first, last] = inOrder(this.#firstEnd, date)
    this.#firstEnd = undefined
    this.#onchoose(first, last)
  }

  /** Forgets the first chosen date. */
  cancel(): void {
    this.#firstEnd = undefined
  }

  isWithin(date: string): boolean {
    const [first, last] = this.#ends
    return (first !== '' || last !== '') && (first === '' || first <= date) && (last === '' || date <= last)
  }

  /** Whether the range begins or ends on this date. */
  isEnd(date: string): boolean {
    return this.isWithin(date) && (!this.isWithin(addDays(date, -1)) || !this.isWithin(addDays(date, 1)))
  }
}

const inOrder = (a: string, b: string): readonly [string, string] => (a <= b ? [a, b] : [b, a])
