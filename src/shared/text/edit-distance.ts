/**
 * The number of edits between a typed text and each beginning of a word, from the empty one on: letters inserted, deleted,
 * replaced, or two neighbours swapped (optimal string alignment distance). `null` if every distance is above `max`. Beginnings
 * that are more than `max` letters longer than the typed text are left out. Source: L. Boytsov, "Indexing methods for
 * approximate dictionary searching", 2011.
 */
export function distancesToBeginnings(typed: string, word: string, max = Infinity): readonly number[] | null {
  const width = Math.min(word.length, typed.length + max)
  if (typed.length - word.length > max) return null
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
    if (min > max) return null
    before = above
    above = line
  }
  return above
}

const at = (line: readonly number[], index: number): number => line[index] ?? Infinity
