import { type Answer, type Call, onlyPositional, UsageError } from '../command.ts'
import { reasonNamed, reasons } from './revocation-reason.ts'

export async function revokeKey(call: Call<{ readonly reason: string | undefined }>): Promise<Answer> {
  const name = onlyPositional(call, 'the name of one key')
  const reason = reasonNamed('--reason', call.options.reason)
  if (!reason) throw new UsageError(`Give --reason: one of ${reasons.join(', ')}.`)
  const { signingKeys } = await call.installation()
  if (!(await call.confirm(`Revoke the certificate of ${name}? A revocation can't be undone.`)))
    return { status: 1, lines: ['Nothing was changed.'], json: { revoked: null } }
  const key = await signingKeys.revoke(name, reason)
  return { lines: [`${key.name} is revoked (${reason}).`], json: { revoked: key.name, reason } }
}
