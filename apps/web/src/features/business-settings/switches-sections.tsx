import type { BusinessSettings } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Checkbox, ChoiceGroup } from '#web/ui/checkbox.tsx'
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
        hint={t`Members can send and sign records for which name, reason and a renewed proof are asked. People without an account cannot sign those.`}
        checked={part11}
        onChange={(event) => setPart11(event.target.checked)}
      />
      <Checkbox
        label={words.name('mabSettings.directSign.enabled')}
        hint={t`Where a trust service asks on its own page, people who come by a link are led there and back. Without it they cannot sign with such a service.`}
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
      intro={
        <Trans>
          Both are services of others, and are there only where this installation has set them up.
        </Trans>
      }
      change={{ userPilot: { enabled: userPilot }, affiliate: { enabled: affiliate } }}
    >
      <Checkbox
        label={words.name('userPilot.enabled')}
        hint={t`The tool is told each member’s email address and role, and the name of the business.`}
        checked={userPilot}
        onChange={(event) => setUserPilot(event.target.checked)}
      />
      <Checkbox
        label={words.name('affiliate.enabled')}
        hint={t`Members can recommend the service to others.`}
        checked={affiliate}
        onChange={(event) => setAffiliate(event.target.checked)}
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
      title={t`Identifications you pay for`}
      intro={
        <Trans>
          People who are to sign with a qualified or an advanced signature are identified once. They are shown
          more ways to do it where your business pays.
        </Trans>
      }
      change={{ licenses: { idents } }}
    >
      {laws.map((law) => (
        <ChoiceGroup key={law} legend={law === 'eidas' ? t`Under eIDAS (EU)` : t`Under ZertES (Switzerland)`}>
          {payers.map((payer) => (
            <Checkbox
              key={payer}
              label={payer === 'payForMembers' ? t`Of members` : t`Of people whom members ask to sign`}
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
