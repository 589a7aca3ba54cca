/**
 * A statement of one row that is sent with the one that finds the caller's session: one way to the database and back, instead
 * of two, for a call that is made very often. It is about the session's account and nobody else's: without a session that
 * counts it finds nothing.
 */
export interface SessionRead<Row extends object = object> {
  /** Of the prepared statement; undefined where it isn't prepared. */
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
  /** Once the session is found. */
  row?: Row
}

/** What stands for the account in the text of a read. */
export const sessionAccount = '(SELECT id FROM session)'

/** The values of a read come after those by which the session is found: the token's hash and the time. */
export const sessionValues = 2
