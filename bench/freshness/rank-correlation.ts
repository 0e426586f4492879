/**
 * Spearman's rank correlation of two lists, −1 to 1. Equal values share the mean of their ranks. `null` if all values of one
 * list are equal.
 */
export function correlateRanks(left: readonly number[], right: readonly number[]): number | null {
  const [a, b] = [ranksOf(left), ranksOf(right)]
  const mean = (a.length + 1) / 2
  let [product, squaresA, squaresB] = [0, 0, 0]
  for (const [i, rank] of a.entries()) {
    const [x, y] = [rank - mean, (b[i] ?? mean) - mean]
    product += x * y
    squaresA += x * x
    squaresB += y * y
  }
  return squaresA === 0 || squaresB === 0 ? null : product / Math.sqrt(squaresA * squaresB)
}

function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((i, j) => (values[i] ?? 0) - (values[j] ?? 0))
  const ranks = values.map(() => 0)
  for (let from = 0; from < order.length;) {
    let to = from + 1
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to++
    for (const place of order.slice(from, to)) ranks[place] = (from + 1 + to) / 2
    from = to
  }
  return ranks
}
