export type SecondFactorKind = 'totp' | 'passkey'

/** A second factor that is set up. */
export interface SecondFactor {
  readonly id: string
  readonly kind: SecondFactorKind
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

export interface TotpFactor extends SecondFactor {
  readonly kind: 'totp'
  readonly secretEncrypted: Buffer
}

export interface PasskeyFactor extends SecondFactor {
  readonly kind: 'passkey'
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: readonly string[]
}

/** As many as anybody uses; without an end, a list in every sign-in would grow for ever. */
export const mostFactors = 10

/** How long a begun factor waits for its first use: an app has to be installed, a passkey's challenge is to be fresh. */
export const setupMinutes: Record<SecondFactorKind, number> = { totp: 60, passkey: 10 }

export function setupDeadline(kind: SecondFactorKind, now: Date): Date {
  return new Date(now.getTime() - setupMinutes[kind] * 60_000)
}

/** Where a factor's encrypted value belongs. */
export function encryptionContext(factorId: string): string {
  return `second_factors/${factorId}`
}
