import { replaceableRoles as roles, revocableRoles } from '#api/providers/trust-service/local/port.ts'
import { confirmation, defineCommand, onlyPositional, UsageError } from '../command.ts'
import { reasonNamed, reasons } from './revocation-reason.ts'

export const replaceKey = defineCommand({
  name: 'keys replace',
  takes: roles.join('|'),
  summary: 'issue a new key to sign with, in place of the one in use',
  description: `service signs for signers, ocsp signs certificate status, demo signs demonstrations. Running processes use the new key from their next signature on: no restart is needed.
Revoke the certificate in use if its key may be known to others. Signatures that were timestamped before that stay valid. A key that was replaced before is revoked with keys revoke.`,
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
  },
})
