/** What a Part 11 signature says besides the name: who signs, in their own words, and why (21 CFR 11.50). */
export interface Part11Words {
  readonly signingName: string
  readonly signingReason: string
}

let typedFor: { readonly record: string; readonly reason: string } | null = null

/** Who has to try again, does not type the reason again. Of one record, for no other one has it. */
export function keepReason(record: string | null, reason: string): void {
  typedFor = record === null ? null : { record, reason }
}

export function typedReason(record: string | null): string | null {
  return typedFor !== null && typedFor.record === record ? typedFor.reason : null
}

/**
 * The password that was typed with them: for the step that comes next, once. It is never kept longer than the call it is
 * for.
 */
let typed: string | null = null

export function keepPassword(password: string | null): void {
  typed = password
}

export function takePassword(): string | null {
  const password = typed
  typed = null
  return password
}
