/** Mixes 32 bits: equal inputs give equal outputs, similar inputs very different ones. */
function scramble(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Hashes two numbers into one: derives a seed from another. */
export const mix = (a: number, b: number): number => scramble(scramble(a ^ 0x51ed270b) + Math.imul(b | 0, 0x9e3779b1))

/** The hash of a text under a seed. */
export function hashText(seed: number, text: string): number {
  let hash = scramble(seed) ^ 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return scramble(hash)
}

/** A hash as a number from 0 (inclusive) to 1 (exclusive). */
export const unitOf = (hash: number): number => (hash >>> 0) / 4_294_967_296

/** A repeatable stream of numbers: equal seeds give equal streams. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    return unitOf(scramble(this.#state))
  }

  /** An integer from `min` to `max`, both inclusive. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    const item = list[Math.floor(this.next() * list.length)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }
}
