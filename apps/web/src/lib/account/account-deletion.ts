let deleted = false

/** Set by the person who deletes the account, just before leading to /bye. */
export function rememberAccountDeletion(): void {
  deleted = true
}

/** True until the page is loaded again: goodbye is said directly after, and not to the person who comes to it later. */
export function wasAccountDeleted(): boolean {
  return deleted
}
