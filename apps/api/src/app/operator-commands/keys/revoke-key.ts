import { confirmation, defineCommand, onlyPositional, UsageError } from '../command.ts'
import { reasonNamed, reasons } from './revocation-reason.ts'

export const revokeKey = defineCommand({
  name: 'keys revoke',
  takes: 'NAME',
  summary: 'revoke the certificate of a key that was replaced',
  description: `NAME is one that keys list shows as replaced, of service or ocsp. The one in use is revoked by keys replace with --revoke.
Validators learn of it from the status service and the revocation list. They don't ask for the status of ocsp certificates (RFC 6960 §4.2.2.2.1): one counts until its end, except for those that read the list.
Signatures that were timestamped before that stay valid.`,
  options: {
    reason: { type: 'string', value: 'REASON', summary: `why: ${reasons.join(', ')}` },
    ...confirmation,
  },
  run: async (call) => {
    const name = onlyPositional(call, 'the name of one key')
    const reason = reasonNamed('--reason', call.options.reason)
    if (!reason) throw new UsageError(`Give --reason: one of ${reasons.join(', ')}.`)
    const { signingKeys } = await call.installation()
    if (!(await call.confirm(`Revoke the certificate of ${name}? A revocation can't be undone.`)))
      return { status: 1, lines: ['Nothing was changed.'], json: { revoked: null } }
    const key = await signingKeys.revoke(name, reason)
    return { lines: [`${key.name} is revoked (${reason}).`], json: { revoked: key.name, reason } }
  },
})
