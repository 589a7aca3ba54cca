import { encryptedColumns as identityProviders } from '#api/business/identity-providers/encrypted-columns.ts'
import { encryptedColumns as secondFactors } from '#api/identity/second-factors/encrypted-columns.ts'
import { encryptedColumns as callbackSecrets } from '#api/integration/callbacks/encrypted-columns.ts'
import { encryptedColumns as mails } from '#api/mail/encrypted-columns.ts'
import type { EncryptedColumn } from '#api/platform/secrets/encrypted-column.ts'
import { encryptedColumns as hashKeys } from '#api/platform/secrets/hash-keys.ts'
import { encryptedColumns as approvals } from '#api/signing/approvals/encrypted-columns.ts'
import { encryptedColumns as signingLinks } from '#api/signing/signature-requests/encrypted-columns.ts'
import { encryptedColumns as identifications } from '#api/signing/identifications/encrypted-columns.ts'

/** Everything that is stored encrypted for longer than a week, apart from the installation’s own keys. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  ...hashKeys,
  ...mails,
  ...secondFactors,
  ...identityProviders,
  ...callbackSecrets,
  ...signingLinks,
  ...approvals,
  ...identifications,
]

/** Encrypted too, but gone within a week: answers kept for an `Idempotency-Key`, and company sign-ins under way. */
export const shortLived: readonly string[] = ['single_sign_ons.secrets_encrypted', 'idempotency_keys.answer']
