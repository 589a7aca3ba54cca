import type { SecondFactorChallenge } from '@countersign/contract/errors.ts'

export type SecondFactorMethod = SecondFactorChallenge['methods'][number]

/** What finishes a sign-in: what was typed, or what the browser's passkey answered. */
export type Proof = { code: string } | { passkey: Record<string, unknown> }

const order: readonly SecondFactorMethod[] = ['passkey', 'totp', 'recovery_code']

/** What this person can prove themselves with in this browser, the easiest and safest first. */
export function offeredMethods(
  { methods, passkey }: Pick<SecondFactorChallenge, 'methods' | 'passkey'>,
  browserHasPasskeys: boolean,
): readonly SecondFactorMethod[] {
  const passkeys = browserHasPasskeys && passkey !== null
  return order.filter((method) => methods.includes(method) && (method !== 'passkey' || passkeys))
}
