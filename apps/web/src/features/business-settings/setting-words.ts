import type { ChangedSetting } from '@countersign/contract/business-settings.ts'
import { useLingui } from '@lingui/react/macro'

/** What a setting is called, in a form and in the history, and what its value is in words. */
export function useSettingWords() {
  const { t } = useLingui()
  const names: Record<string, string> = {
    'supportContact.email': t`Support email`,
    'supportContact.phone': t`Support phone`,
    'signatureRequests.part11.enabled': t`Regulated records (21 CFR Part 11)`,
    'signatureRequests.retention.enabled': t`Auto-delete members’ requests`,
    'signatureRequests.retention.days': t`Days until deletion`,
    'signatureRequests.retention.terminalState': t`Count days from the end of a request`,
    'mailService.attachments.signedDocument.enabled': t`Attach signed documents`,
    'mailService.attachments.signedDocument.customisable': t`Senders choose whether signed documents are attached`,
    'mailService.attachments.signatureProtocol.enabled': t`Attach audit trail`,
    'mailService.attachments.signatureProtocol.customisable': t`Senders choose whether the audit trail is attached`,
    'signerGroups.maxGroups': t`Signer groups per member`,
    'signerGroups.maxParticipants': t`People per signer group`,
    'affiliate.enabled': t`Referral programme for members`,
    'mabSettings.directSign.enabled': t`Signers by link may use a trust service’s own page`,
    'userPilot.enabled': t`Guided tours for members`,
    'apiUsers.sharedRequests.enabled': t`Members see requests sent by API users`,
    'visualSignatures.date.canUpdate': t`Members choose whether date and time are shown`,
    'visualSignatures.date.defaultValue': t`Date and time shown by default or always`,
    'visualSignatures.claim.canUpdate': t`Members choose whether “Signed electronically” is shown`,
    'visualSignatures.claim.defaultValue': t`“Signed electronically” shown by default or always`,
    'visualSignatures.std.canUpdate': t`Members choose whether the signature level is shown`,
    'visualSignatures.std.defaultValue': t`Signature level shown by default or always`,
    'licenses.idents.eidas.payForMembers': t`Pay for members under eIDAS`,
    'licenses.idents.eidas.payForInvitations': t`Pay for members’ signers under eIDAS`,
    'licenses.idents.zertes.payForMembers': t`Pay for members under ZertES`,
    'licenses.idents.zertes.payForInvitations': t`Pay for members’ signers under ZertES`,
  }
  return {
    name: (setting: string): string => names[setting] ?? setting,
    value: (setting: string, value: ChangedSetting['after']): string => {
      if (value === true) return t`on`
      if (value === false) return t`off`
      if (value === null) return setting.startsWith('signerGroups') ? t`not limited` : t`none`
      return String(value)
    },
  }
}
