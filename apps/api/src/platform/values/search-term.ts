/** A phone's keyboard and an office program put ’ for '. In Greek, Σ is σ, and ς at the end of a word. */
const alike = /['’ʼ]|[Σσς](?!\p{Letter})/gu

/** A pattern of LIKE for text that contains this. In words, any character stands for one that is written in several ways. */
export function containing(text: string): string {
  const exact = text.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return `%${/\p{Letter}{2}/u.test(text) ? exact.replaceAll(alike, '_') : exact}%`
}

/**
 * A search term in lower case, once for the statement. The database does it, as it does for the text that is searched: JavaScript
 * turns an İ into two letters, and a Σ into a ς. `value` is SQL.
 */
export const folded = (value: string): string => `(SELECT lower(${value}))`

/** The same in base letters (migration 0117): compared with words that have theirs, “Müler” is close to “Müller”, and to “Muller”. */
export const basic = (value: string): string => `(SELECT base_letters(${value}))`
