import {
  replaceableRoles as roles,
  type RevocationReason,
  revocationReasons,
} from '#api/providers/trust-service/local/port.ts'
import { confirmation, defineCommand, onlyPositional, UsageError } from '../command.ts'

const reasons = Object.keys(revocationReasons) as RevocationReason[]

export const replaceKey = defineCommand({
  name: 'keys replace',
  takes: roles.join('|'),
  summary: 'issue a new key to sign with, in place of the one in use',
  description: `service signs for signers, ocsp signs certificate status, demo signs demonstrations. Running processes use the new key from their next signature on: no restart is needed.
Revoke the certificate in use if its key may be known to others. Signatures that were timestamped before that stay valid.`,
  options: {
    revoke: {
      type: 'string',
      value: 'REASON',
      summary: `revoke the certificate in use: ${reasons.join(', ')}`,
    },
    ...confirmation,
  },
  run: async (call) => {
    const role = roles.find((one) => one === onlyPositional(call, `one of ${roles.join(', ')}`))
    if (role === undefined) throw new UsageError(`Give one of ${roles.join(', ')}.`)
    const { revoke } = call.options
    const reason = reasons.find((one) => one === revoke) ?? null
    if (revoke !== undefined && reason === null)
      throw new UsageError(`--revoke takes one of ${reasons.join(', ')}.`)
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
  },
})
