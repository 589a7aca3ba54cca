/** What a Part 11 signature says besides the name: who signs, in their own words, and why (21 CFR 11.50). */
export interface Part11Words {
  readonly signingName: string
  readonly signingReason: string
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
