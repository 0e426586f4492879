import type { MarginStress, PriceShock } from '../../shared/model/margin.ts'
import { titleOf } from '../lib/words/service-names.ts'

interface KeyOption {
  readonly value: string
  readonly label: string
}

/** What can move: of the positions of the account, and what is chosen already although it is not held. */
export function keyOptions(by: PriceShock['by'], chosen: string, { positions, currency }: MarginStress): KeyOption[] {
  const held = positions.flatMap(({ symbol, name, type, currency: own }): KeyOption[] => {
    switch (by) {
      case 'instrument':
        return [{ value: symbol, label: name ?? symbol }]
      case 'market':
        return [{ value: marketOf(symbol), label: marketOf(symbol) }]
      case 'type':
        return type === null ? [] : [{ value: type, label: titleOf(type, '') }]
      case 'currency':
        return own === null || own === currency?.currency ? [] : [{ value: own, label: own }]
      case 'all':
        return []
    }
  })
  const others = chosen === '' ? [] : [{ value: chosen, label: chosen }]
  const byValue = new Map([...others, ...held].map((option) => [option.value, option]))
  return [...byValue.values()].sort((a, b) => a.label.localeCompare(b.label))
}

const marketOf = (symbol: string): string => symbol.slice(symbol.lastIndexOf('@') + 1)
