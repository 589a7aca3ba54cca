/** A pattern of LIKE for text that contains this. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/**
 * A search term in lower case, once for the statement. The database does it, as it does for the text that is searched: JavaScript
 * turns an İ into two letters, and a Σ into a ς. `value` is SQL.
 */
export const folded = (value: string): string => `(SELECT lower(${value}))`
