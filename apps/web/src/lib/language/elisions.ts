/** What the articles become before a number that begins with a vowel. */
const elisions: Readonly<Record<string, string>> = {
  il: 'l’',
  al: 'all’',
  dal: 'dall’',
  del: 'dell’',
  nel: 'nell’',
  sul: 'sull’',
}

const article = /(?<![\p{L}\p{N}])(il|al|dal|del|nel|sul)[ \u00a0](?=8|11)/giu

/** Otto and undici: a day, or a number of days. */
const beginsWithVowel = /^(?:8|11)(?!\d)/

/**
 * «Il 8 marzo» is «L’8 marzo» in Italian: the sentence doesn’t know which day will be in it. Only what stands before one of
 * the values changes.
 */
export function withElisions(sentence: string, values: Readonly<Record<string, unknown>> = {}): string {
  const numbers = Object.values(values).filter(
    (value): value is string => typeof value === 'string' && beginsWithVowel.test(value),
  )
  if (numbers.length === 0) return sentence
  return sentence.replace(article, (found: string, word: string, at: number) => {
    const rest = sentence.slice(at + found.length)
    if (!numbers.some((number) => rest.startsWith(number))) return found
    const elided = elisions[word.toLowerCase()] ?? found
    return /^\p{Lu}/u.test(word) ? elided.slice(0, 1).toUpperCase() + elided.slice(1) : elided
  })
}
