import { replaceableRoles as roles, revocableRoles } from '#api/providers/trust-service/local/port.ts'
import { type Answer, type Call, onlyPositional, UsageError } from '../command.ts'
import { reasonNamed } from './revocation-reason.ts'

export async function replaceKey(call: Call<{ readonly revoke: string | undefined }>): Promise<Answer> {
  const role = roles.find((one) => one === onlyPositional(call, `one of ${roles.join(', ')}`))
  if (role === undefined) throw new UsageError(`Give one of ${roles.join(', ')}.`)
  const reason = reasonNamed('--revoke', call.options.revoke)
  if (reason && !revocableRoles.some((one) => one === role))
    throw new UsageError(
      `The certificate of ${role} is its own issuer, so that no validator would learn of its revocation: replace the key without --revoke.`,
    )
  const { signingKeys } = await call.installation()
  const question = reason
    ? `Replace the ${role} key and revoke its certificate? A revocation can't be undone.`
    : `Replace the ${role} key?`
  if (!(await call.confirm(question)))
    return { status: 1, lines: ['Nothing was changed.'], json: { replaced: null } }
  const { before, after } = await signingKeys.replace(role, reason)
  return {
    lines: [
      `${after.name} is in use, until ${after.notAfter.toISOString().slice(0, 10)}.`,
      reason
        ? `${before.name} is revoked (${reason}).`
        : `${before.name} was replaced; its certificate stays valid.`,
    ],
    json: { replaced: before.name, inUse: after.name, revoked: reason },
  }
}
