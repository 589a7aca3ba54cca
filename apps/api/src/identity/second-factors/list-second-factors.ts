import type { Context } from '#api/providers/context.ts'
import { countRecoveryCodes } from './recovery-code-repository.ts'
import { listFactors } from './repository.ts'
import type { SecondFactor } from './second-factor.ts'

export interface SecondFactors {
  readonly factors: readonly SecondFactor[]
  readonly recoveryCodesLeft: number
}

export async function listSecondFactors(context: Context, accountId: string): Promise<SecondFactors> {
  const [factors, recoveryCodesLeft] = await Promise.all([
    listFactors(context.db, accountId),
    countRecoveryCodes(context.db, accountId),
  ])
  return { factors, recoveryCodesLeft }
}
