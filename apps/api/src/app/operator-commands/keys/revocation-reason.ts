import { type RevocationReason, revocationReasons } from '#api/providers/trust-service/local/port.ts'
import { UsageError } from '../command.ts'

export const reasons = Object.keys(revocationReasons) as RevocationReason[]

/** What an option gives; null where it isn't given. */
export function reasonNamed(option: string, given: string | undefined): RevocationReason | null {
  const reason = reasons.find((one) => one === given) ?? null
  if (given !== undefined && reason === null)
    throw new UsageError(`${option} takes one of ${reasons.join(', ')}.`)
  return reason
}
