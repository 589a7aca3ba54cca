import { replaceableRoles } from '#api/providers/trust-service/local/port.ts'
import { type Command, confirmation, defineCommand } from '../command.ts'
import { reasons } from './revocation-reason.ts'

export const keyCommands: readonly Command[] = [
  defineCommand({
    name: 'keys list',
    takes: '',
    summary: 'list the certificates that this installation signs with',
    options: {},
    run: async (call) => (await import('./list-keys.ts')).listKeys(call),
  }),
  defineCommand({
    name: 'keys replace',
    takes: replaceableRoles.join('|'),
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
    run: async (call) => (await import('./replace-key.ts')).replaceKey(call),
  }),
  defineCommand({
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
    run: async (call) => (await import('./revoke-key.ts')).revokeKey(call),
  }),
  defineCommand({
    name: 'keys reencrypt',
    takes: '',
    summary: 'encrypt all stored secrets with the current master key',
    description: `Run it after COUNTERSIGN_MASTER_KEY was replaced, while COUNTERSIGN_PREVIOUS_MASTER_KEYS still has the key before. It may run beside a running installation, and again after an interruption. Exit status 1 if a value can't be read with any of the keys.`,
    options: { 'dry-run': { type: 'boolean', summary: 'only count what another key encrypted' } },
    run: async (call) => (await import('./reencrypt-secrets.ts')).reencryptSecrets(call),
  }),
]
