import type { BusinessSettings } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Checkbox, ChoiceGroup } from '#web/ui/forms/checkbox.tsx'
import { useSettingWords } from './setting-words.ts'
import { SettingsSection } from './settings-section.tsx'

/** With what members and visitors may sign. */
export function SigningSection({ settings }: { settings: BusinessSettings }) {
  const { t } = useLingui()
  const words = useSettingWords()
  const [part11, setPart11] = useState(settings.signatureRequests.part11.enabled)
  const [directSign, setDirectSign] = useState(settings.mabSettings.directSign.enabled)
  return (
    <SettingsSection
      id="signing"
      title={t`Signing`}
      change={{
        signatureRequests: { part11: { enabled: part11 } },
        mabSettings: { directSign: { enabled: directSign } },
      }}
    >
      <Checkbox
        label={words.name('signatureRequests.part11.enabled')}
        hint={t`Members can send and sign records that require a name, a reason and re-authentication. Signers without an account can’t sign them.`}
        checked={part11}
        onChange={(event) => setPart11(event.target.checked)}
      />
      <Checkbox
        label={words.name('mabSettings.directSign.enabled')}
        hint={t`If a trust service uses its own page, signers by link are taken there and back. Otherwise they can’t sign with that service.`}
        checked={directSign}
        onChange={(event) => setDirectSign(event.target.checked)}
      />
    </SettingsSection>
  )
}

/** What members are offered besides. */
export function MembersSection({ settings }: { settings: BusinessSettings }) {
  const { t } = useLingui()
  const words = useSettingWords()
  const [userPilot, setUserPilot] = useState(settings.userPilot.enabled)
  const [affiliate, setAffiliate] = useState(settings.affiliate.enabled)
  return (
    <SettingsSection
      id="offers"
      title={t`Guidance and referrals`}
      intro={<Trans>Both are third-party services and only available if set up on this installation.</Trans>}
      change={{ userPilot: { enabled: userPilot }, affiliate: { enabled: affiliate } }}
    >
      <Checkbox
        label={words.name('userPilot.enabled')}
        hint={t`The tool receives each member’s email address and role, and the business name.`}
        checked={userPilot}
        onChange={(event) => setUserPilot(event.target.checked)}
      />
      <Checkbox
        label={words.name('affiliate.enabled')}
        hint={t`Members can refer others to the service.`}
        checked={affiliate}
        onChange={(event) => setAffiliate(event.target.checked)}
      />
    </SettingsSection>
  )
}

/** Who sees what the programs of the business send. */
export function ApiUsersSection({ settings }: { settings: BusinessSettings }) {
  const { t } = useLingui()
  const words = useSettingWords()
  const [isShared, setShared] = useState(settings.apiUsers.sharedRequests.enabled)
  return (
    <SettingsSection
      id="api-users"
      title={t`API users`}
      change={{ apiUsers: { sharedRequests: { enabled: isShared } } }}
    >
      <Checkbox
        label={words.name('apiUsers.sharedRequests.enabled')}
        hint={t`Members can find, open and download everything your API users have sent, including the audit trail. They can’t change anything. Drafts stay hidden.`}
        checked={isShared}
        onChange={(event) => setShared(event.target.checked)}
      />
    </SettingsSection>
  )
}

const laws = ['eidas', 'zertes'] as const
const payers = ['payForMembers', 'payForInvitations'] as const

/** Whose identifications the business pays for. */
export function IdentificationsSection({ settings }: { settings: BusinessSettings }) {
  const { t } = useLingui()
  const [idents, setIdents] = useState(settings.licenses.idents)
  return (
    <SettingsSection
      id="identifications"
      title={t`Identity checks you pay for`}
      intro={
        <Trans>
          Qualified and advanced signatures require a one-time identity check. People get more options if your
          business pays.
        </Trans>
      }
      change={{ licenses: { idents } }}
    >
      {laws.map((law) => (
        <ChoiceGroup key={law} legend={law === 'eidas' ? t`Under eIDAS (EU)` : t`Under ZertES (Switzerland)`}>
          {payers.map((payer) => (
            <Checkbox
              key={payer}
              label={payer === 'payForMembers' ? t`For members` : t`For members’ signers`}
              checked={idents[law][payer]}
              onChange={(event) =>
                setIdents({ ...idents, [law]: { ...idents[law], [payer]: event.target.checked } })
              }
            />
          ))}
        </ChoiceGroup>
      ))}
    </SettingsSection>
  )
}
