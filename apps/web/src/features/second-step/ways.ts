import type { SecondFactorChallenge } from '@countersign/contract/errors.ts'

export type Way = SecondFactorChallenge['methods'][number]

/** What finishes a sign-in: what was typed, or what the browser's passkey answered. */
export type Proof = { code: string } | { passkey: Record<string, unknown> }

const order: readonly Way[] = ['passkey', 'totp', 'recovery_code']

/** What this person can prove themselves with in this browser, the easiest and safest first. */
export function waysOf(
  { methods, passkey }: Pick<SecondFactorChallenge, 'methods' | 'passkey'>,
  browserHasPasskeys: boolean,
): readonly Way[] {
  const passkeys = browserHasPasskeys && passkey !== null
  return order.filter((way) => methods.includes(way) && (way !== 'passkey' || passkeys))
}
