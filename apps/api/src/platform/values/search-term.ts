/** The pattern of LIKE for whatever contains this text. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/**
 * What is searched for in lower case by the database, as what it is searched in: JavaScript makes two letters of an İ, and a ς of a
 * Σ. Once for the statement. `value` is SQL.
 */
export const folded = (value: string): string => `(SELECT lower(${value}))`
