/** Rows as COPY wrote them. */
export interface KeptRows {
  readonly rows: number
  /** Where they are kept. */
  readonly part: string
}

export interface KeptTable extends KeptRows {
  readonly name: string
  readonly columns: readonly string[]
}

/** A database as it was at one instant. */
export interface DatabaseDump {
  /** The version of PostgreSQL. */
  readonly postgres: string
  /** Those that it had; they give the tables. */
  readonly migrations: readonly string[]
  /** ISO 8601. */
  readonly snapshotAt: string
  readonly tables: readonly KeptTable[]
  readonly sequences: readonly { readonly name: string; readonly value: string }[]
  readonly jobs: KeptRows
}

/** Takes in what COPY gives, under a name, and answers where it is kept. */
export type KeepPart = (name: string, content: AsyncIterable<Uint8Array>) => Promise<string>
export type ReadPart = (part: string) => Promise<AsyncIterable<Uint8Array>>

/** What is loaded isn't what was dumped, or doesn't fit the tables. */
export class DamagedDump extends Error {
  override name = 'DamagedDump'
}

/** There is something in the database, or in the document store, already. */
export class NotEmpty extends Error {
  override name = 'NotEmpty'
}

/** How values are written and read, whatever the server's own settings are. */
export const portableSettings = `
  SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC'; SET extra_float_digits = 1;
  SET bytea_output = 'hex'; SET client_encoding = 'UTF8'; SET search_path = public;
  SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0`
