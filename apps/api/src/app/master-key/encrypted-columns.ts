import { encryptedColumns as secondFactors } from '#api/identity/second-factors/take-second-factor.ts'
import { encryptedColumns as callbackSecrets } from '#api/integration/callbacks/callback-secret.ts'
import { encryptedColumns as mails } from '#api/mail/enqueue-mail.ts'
import type { EncryptedColumn } from '#api/platform/secrets/encrypted-column.ts'
import { encryptedColumns as hashKeys } from '#api/platform/secrets/hash-keys.ts'
import { encryptedColumns as authorityKeys } from '#api/providers/trust-service/local/identity.ts'
import { encryptedColumns as approvals } from '#api/signing/approvals/end-approvals.ts'
import { encryptedColumns as signingLinks } from '#api/signing/direct-links/signing-link.ts'
import { encryptedColumns as identifications } from '#api/signing/identifications/encrypted-rows-repository.ts'

/** Everything that is stored encrypted for longer than a week. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  ...authorityKeys,
  ...hashKeys,
  ...mails,
  ...secondFactors,
  ...callbackSecrets,
  ...signingLinks,
  ...approvals,
  ...identifications,
]

/** Encrypted too, but gone within a week: answers kept for an `Idempotency-Key`, and company sign-ins under way. */
export const shortLived: readonly string[] = ['single_sign_ons.secrets_encrypted', 'idempotency_keys.answer']
