import type { ChangedSetting } from '@countersign/contract/business-settings.ts'
import { useLingui } from '@lingui/react/macro'

/** What a setting is called, in a form and in the history, and what its value is in words. */
export function useSettingWords() {
  const { t } = useLingui()
  const names: Record<string, string> = {
    'supportContact.email': t`Email of support`,
    'supportContact.phone': t`Phone of support`,
    'signatureRequests.part11.enabled': t`Regulated records (21 CFR Part 11)`,
    'signatureRequests.retention.enabled': t`Delete what members send after a while`,
    'signatureRequests.retention.days': t`Days until deletion`,
    'signatureRequests.retention.terminalState': t`Count the days from the end of a request`,
    'mailService.attachments.signedDocument.enabled': t`Attach the signed documents`,
    'mailService.attachments.signedDocument.customisable': t`Senders may choose whether the signed documents are attached`,
    'mailService.attachments.signatureProtocol.enabled': t`Attach the audit trail`,
    'mailService.attachments.signatureProtocol.customisable': t`Senders may choose whether the protocol is attached`,
    'signerGroups.maxGroups': t`Signer groups a member may keep`,
    'signerGroups.maxParticipants': t`People in a signer group`,
    'affiliate.enabled': t`Referral programme for members`,
    'mabSettings.directSign.enabled': t`Visitors may sign at a trust service’s own page`,
    'userPilot.enabled': t`Guided tours for members`,
    'visualSignatures.date.canUpdate': t`Members choose whether date and time show`,
    'visualSignatures.date.defaultValue': t`Date and time show at first, or always`,
    'visualSignatures.claim.canUpdate': t`Members choose whether it says that it was signed electronically`,
    'visualSignatures.claim.defaultValue': t`It says that it was signed electronically, at first or always`,
    'visualSignatures.std.canUpdate': t`Members choose whether the signature standard shows`,
    'visualSignatures.std.defaultValue': t`The signature standard shows at first, or always`,
    'licenses.idents.eidas.payForMembers': t`Pay for members under eIDAS`,
    'licenses.idents.eidas.payForInvitations': t`Pay for people whom members ask, under eIDAS`,
    'licenses.idents.zertes.payForMembers': t`Pay for members under ZertES`,
    'licenses.idents.zertes.payForInvitations': t`Pay for people whom members ask, under ZertES`,
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
