/**
 * Edits between the typed text and a word: letters inserted, deleted, replaced, or two neighbours swapped (optimal string
 * alignment). Letters that follow the typed text in the word cost nothing. A distance above `max` is returned as `max + 1`.
 */
export function editsTo(typed: string, word: string, max: number): number {
  const width = Math.min(word.length, typed.length + max)
  if (typed.length - word.length > max) return max + 1
  let before: number[] = []
  let above = Array.from({ length: width + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const line = [row]
    let min = row
    for (let column = 1; column <= width; column++) {
      const isSame = typed[row - 1] === word[column - 1]
      let edits = Math.min(at(above, column) + 1, at(line, column - 1) + 1, at(above, column - 1) + (isSame ? 0 : 1))
      const isSwapped =
        row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      if (isSwapped) edits = Math.min(edits, at(before, column - 2) + 1)
      line.push(edits)
      min = Math.min(min, edits)
    }
    if (min > max) return max + 1
    before = above
    above = line
  }
  return Math.min(max + 1, ...above)
}

const at = (line: readonly number[], index: number): number => line[index] ?? Infinity
