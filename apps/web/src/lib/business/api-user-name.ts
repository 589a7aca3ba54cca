import type { ApiUser } from '@countersign/contract/api-users.ts'

type Named = Pick<ApiUser, 'description' | 'username'>

/** The name people know it by: its purpose, else its user name. */
export function nameOf({ description, username }: Named): string {
  return description || username
}

/** For a select. */
export function optionsOf(apiUsers: readonly Named[]): { value: string; label: string }[] {
  return apiUsers.map((one) => ({ value: one.username, label: nameOf(one) }))
}
