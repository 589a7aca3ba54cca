/** Of the type's size: a letter of the bold type on average, and a line. */
const [letter, line] = [0.58, 1.25]
/** Border and padding on both sides, in pixels. */
const edges = 8

const sizes = { 'text-sm': 14, 'text-xs': 12 } as const

/** The largest type in which these words fit into a box, on as many lines as it has room for; null where none does. */
export function typeInBox(
  words: string,
  box: { readonly width: number; readonly height: number },
): keyof typeof sizes | null {
  const fitting = Object.entries(sizes).find(([, size]) => {
    const letters = Math.floor((box.width - edges) / (size * letter))
    const lines = Math.floor((box.height - edges / 2) / (size * line))
    return letters > 0 && linesOf(words, letters) <= lines
  })
  return (fitting?.[0] as keyof typeof sizes | undefined) ?? null
}

/** On how many lines of so many letters the words are; a word that is longer than a line fits on none. */
function linesOf(words: string, letters: number): number {
  let lines = 1
  let used = 0
  for (const { length } of words.split(' ')) {
    if (length > letters) return Infinity
    const isFirst = used === 0
    if (!isFirst && used + 1 + length > letters) {
      lines += 1
      used = length
    } else used += isFirst ? length : length + 1
  }
  return lines
}
