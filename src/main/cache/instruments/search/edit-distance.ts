/**
 * Edits between what was typed and a word: letters put in, left out, changed, or two neighbours swapped (optimal string
 * alignment). A word that goes on behind what was typed is not further away. More than `most` is `most + 1`.
 */
export function editsTo(typed: string, word: string, most: number): number {
  const width = Math.min(word.length, typed.length + most)
  if (typed.length - word.length > most) return most + 1
  let before: number[] = []
  let above = Array.from({ length: width + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const line = [row]
    let least = row
    for (let column = 1; column <= width; column++) {
      const isSame = typed[row - 1] === word[column - 1]
      let edits = Math.min(at(above, column) + 1, at(line, column - 1) + 1, at(above, column - 1) + (isSame ? 0 : 1))
      const isSwapped =
        row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      if (isSwapped) edits = Math.min(edits, at(before, column - 2) + 1)
      line.push(edits)
      least = Math.min(least, edits)
    }
    if (least > most) return most + 1
    before = above
    above = line
  }
  return Math.min(most + 1, ...above)
}

const at = (line: readonly number[], index: number): number => line[index] ?? Infinity
