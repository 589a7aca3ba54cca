/** This installation: its id, and whether its database and its document store belong together. */
export interface OwnInstallation {
  readonly id: string
  /** Throws StoreMismatch where the database or the store was changed for another. */
  verify(): Promise<void>
  /**
   * Runs a clean-up of the store: only where no other database, such as an older copy of this one, has cleaned it up
   * since this one did last.
   */
  cleanUp<Result>(work: () => Promise<Result>): Promise<Result>
}
