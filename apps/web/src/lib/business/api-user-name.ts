import type { ApiUser } from '@countersign/contract/api-users.ts'

type Named = Pick<ApiUser, 'description' | 'username'>

/** By what people know it: what it is for, else how it is called. */
export function nameOf({ description, username }: Named): string {
  return description || username
}

/** For a select. */
export function optionsOf(apiUsers: readonly Named[]): { value: string; label: string }[] {
  return apiUsers.map((one) => ({ value: one.username, label: nameOf(one) }))
}
