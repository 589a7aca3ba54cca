import type { AdministrativeActType } from '@countersign/contract/administrative-acts.ts'
import { useLingui } from '@lingui/react/macro'

/** What was done, in a few words. A kind that has none yet is named as the service names it. */
export function useActWords(): (type: string) => string {
  const { t } = useLingui()
  const words: Record<AdministrativeActType, string> = {
    business_created: t`Business created`,
    business_changed: t`Company profile changed`,
    business_deletion_asked: t`Deletion of the business asked for`,
    business_deletion_revoked: t`Deletion of the business revoked`,
    business_deleted: t`Business deleted`,
    member_added: t`Member added by the operator`,
    member_invited: t`Person invited`,
    invitation_sent_again: t`Invitation sent again`,
    invitation_revoked: t`Invitation revoked`,
    invitation_declined: t`Invitation declined`,
    member_joined: t`Member joined`,
    made_admin: t`Made an administrator`,
    made_member: t`Made a member without administration`,
    member_locked: t`Member left without a seat`,
    member_unlocked: t`Member has a seat again`,
    member_removed: t`Member removed`,
    member_left: t`Member left`,
    seats_changed: t`Number of seats changed`,
    settings_changed: t`Settings changed`,
    logo_set: t`Logo set`,
    logo_removed: t`Logo removed`,
    domain_claimed: t`Domain claimed`,
    domain_verified: t`Domain proved`,
    domain_lapsed: t`Proof of the domain lapsed`,
    domain_changed: t`Domain changed`,
    domain_removed: t`Domain given up`,
    aes_for_business_asked: t`AES for business asked for`,
    aes_for_business_confirmed: t`AES for business confirmed`,
    aes_for_business_ended: t`AES for business ended`,
    api_user_created: t`API user created`,
    api_user_changed: t`API user changed`,
    api_user_reset: t`New key for an API user`,
    api_user_deleted: t`API user deleted`,
    activity_exported: t`Activity taken out as a file`,
    seal_added: t`Seal added`,
    seal_proved: t`Seal proved`,
    seal_refused: t`Seal refused by the trust service`,
    seal_changed: t`Seal changed`,
    seal_disabled: t`Seal disabled`,
    seal_image_set: t`Picture of the seal set`,
    seal_image_removed: t`Picture of the seal removed`,
    seal_right_granted: t`Right on a seal given`,
    seal_right_withdrawn: t`Right on a seal taken away`,
  }
  return (type) => (words as Readonly<Record<string, string>>)[type] ?? type
}
