const deletedKey = 'countersign.account-deleted'

/** Set by whoever deletes the account, just before leading to /bye. */
export function rememberAccountDeletion(): void {
  sessionStorage.setItem(deletedKey, '1')
}

/** Stays true while the page is shown, and is forgotten with it. */
export function wasAccountDeleted(): boolean {
  return sessionStorage.getItem(deletedKey) === '1'
}
