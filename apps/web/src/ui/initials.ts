/** First letters of the first and last word of a name; without a name, of the email. Any script. */
export function initialsOf(name: string, email: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const source = words.length > 0 ? [words[0]!, ...(words.length > 1 ? [words.at(-1)!] : [])] : [email]
  return source
    .map((word) => [...word].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? '')
    .join('')
    .toLocaleUpperCase()
}
