let deleted = false

/** Set by whoever deletes the account, just before leading to /bye. */
export function rememberAccountDeletion(): void {
  deleted = true
}

/** True until the page is loaded anew: goodbye is said directly after, and not to whoever comes to it later. */
export function wasAccountDeleted(): boolean {
  return deleted
}
