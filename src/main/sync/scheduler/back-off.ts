/** Milliseconds to wait after `failures` failures in a row: doubling from 5 s up to `maxMs`, half of it random. */
export function backOffMs(failures: number, random: () => number, maxMs: number): number {
  const ceiling = Math.min(maxMs, 5_000 * 2 ** Math.max(0, failures - 1))
  return Math.round(ceiling / 2 + (ceiling / 2) * random())
}
