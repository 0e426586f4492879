import { seededRandom } from '../../test/fakes/random.ts'

/** Numbers from 0 to 1. The same seed and name give the same numbers. (Mulberry32 after a hash of the name, FNV-1a.) */
export function createRandom(seed: number, name: string): () => number {
  let state = seed >>> 0
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return seededRandom(state)
}

/** A normal value with mean 0 and variance 1. (Box and Muller.) */
export const drawNormal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** An exponential value with mean 1. */
export const drawExponential = (random: () => number): number => -Math.log(1 - random())
