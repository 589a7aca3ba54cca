/** What was last asked for. What holds is in the settings of the business, and stays until the next is confirmed. */
export interface AesRequest {
  readonly businessId: string
  readonly representativeName: string
  readonly representativeEmail: string
  readonly commercialRegister: string
  readonly domains: readonly string[]
  readonly askedAt: Date
  /** Of the link in the representative's mail; null once it was followed. */
  readonly tokenHash: Buffer | null
  readonly expiresAt: Date
  readonly confirmedAt: Date | null
}

export const confirmationDays = 14

export function expiryOf(askedAt: Date): Date {
  return new Date(askedAt.getTime() + confirmationDays * 86_400_000)
}
