import { addressColumns as billing } from '#api/billing/subscriptions/repository.ts'
import { addressColumns as aesForBusiness } from '#api/business/aes-for-business/repository.ts'
import { addressColumns as businesses } from '#api/business/businesses/repository.ts'
import { addressColumns as invitations } from '#api/business/members/invitation-repository.ts'
import { addressColumns as provisioning } from '#api/business/provisioning/user-repository.ts'
import { addressColumns as confirmations } from '#api/identity/accounts/confirmation-repository.ts'
import { addressColumns as accounts } from '#api/identity/accounts/settings-repository.ts'
import { addressColumns as mails } from '#api/mail/repository.ts'
import type { AddressColumn } from '#api/platform/db/conversion/address-column.ts'
import { addressColumns as bulkSends } from '#api/signing/bulk-sends/repository.ts'
import { addressColumns as identifications } from '#api/signing/identifications/repository.ts'
import { addressColumns as signerGroups } from '#api/signing/signer-groups/repository.ts'
import { addressColumns as templates } from '#api/signing/templates/repository.ts'

/** Addresses that are compared or written to, but for those of accounts and of requests, which are converted with what depends on them. */
export const addressColumns: readonly AddressColumn[] = [
  ...accounts,
  ...confirmations,
  ...mails,
  ...businesses,
  ...invitations,
  ...provisioning,
  ...aesForBusiness,
  ...billing,
  ...templates,
  ...bulkSends,
  ...signerGroups,
  ...identifications,
]

/** Converted with their account or request. */
export const convertedWithOthers: readonly string[] = [
  'accounts.email',
  'integration_signers.reference_email',
  'observers.email',
  'request_access.owner_email',
  'signature_images.email',
  'signature_members.email',
  'signature_members.released_email',
  'signatures.email',
  'signatures.released_email',
  'signer_numbers.email',
]

/** A record of what was said at that time, or gone within a day. */
export const leftAsTheyAre: readonly string[] = [
  'activities.initiator_email',
  'activities.person_email',
  'identity_providers.test_email',
  'single_sign_on_returns.email',
]
