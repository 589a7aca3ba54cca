import type {
  AccountAction,
  IdentificationActivity,
  SignatureActivity,
} from '@countersign/contract/activity.ts'
import { useLingui } from '@lingui/react/macro'
import { useQualityName } from '#web/ui/requests/quality-name.ts'

type Law = IdentificationActivity['legislation']

/** The names of actions, signature levels, legal frameworks and methods. */
export function useActivityWords() {
  const { t } = useLingui()
  const quality = useQualityName()
  const accounts: Record<AccountAction, string> = {
    INVITED: t`Invited`,
    INVITATION_REVOKED: t`Invitation withdrawn`,
    INVITATION_DECLINED: t`Invitation declined`,
    JOINED: t`Joined`,
    MADE_ADMIN: t`Made an administrator`,
    MADE_MEMBER: t`Made a member`,
    LOCKED: t`Locked`,
    UNLOCKED: t`Unlocked`,
    REMOVED: t`Removed`,
    LEFT: t({ message: 'Left', context: 'member' }),
  }
  const signatures: Record<SignatureActivity['action'], string> = { SIGNED: t`Signed`, SEALED: t`Sealed` }
  const identifications: Record<IdentificationActivity['action'], string> = {
    STARTED: t`Started`,
    SUCCEEDED: t`Succeeded`,
    FAILED: t`Failed`,
  }
  const signers: Record<SignatureActivity['signer']['type'], string> = {
    member: t`Member`,
    external: t`External`,
    api: t`Via API`,
    unknown: t`Unknown`,
  }
  const laws: Record<Law, string> = {
    ZERTES: t`Swiss law (ZertES)`,
    EIDAS: t`European law (eIDAS)`,
  }
  const methods: Record<string, string> = {
    video: t`Video call`,
    self: t`Video selfie`,
    robo: t`Video selfie`,
    auto: t`Video selfie`,
    autoident: t`Video selfie`,
    loc: t`In person`,
    'id-austria': t`ID Austria`,
    'external-sc': t`Smart card`,
  }
  return {
    account: (action: AccountAction) => accounts[action],
    signature: (action: SignatureActivity['action']) => signatures[action],
    identification: (action: IdentificationActivity['action']) => identifications[action],
    signer: (type: SignatureActivity['signer']['type']) => signers[type],
    quality,
    law: (legislation: Law) => laws[legislation],
    method: (method: string) => methods[method] ?? method,
    /** Any action, as a list is narrowed to it. */
    action: (action: string) =>
      ({ ...accounts, ...signatures, ...identifications })[action as AccountAction] ?? action,
  }
}
