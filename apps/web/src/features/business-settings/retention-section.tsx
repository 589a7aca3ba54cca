import type { BusinessSettings } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { RetentionFields, useRetention } from '#web/ui/forms/retention-fields.tsx'
import { useSettingWords } from './setting-words.ts'
import { SettingsSection } from './settings-section.tsx'

/** How long what members send is kept. */
export function RetentionSection({ settings }: { settings: BusinessSettings }) {
  const { t } = useLingui()
  const words = useSettingWords()
  const { retention } = settings.signatureRequests
  const [enabled, setEnabled] = useState(retention.enabled)
  const chosen = useRetention(retention)
  const rule = chosen.value
  return (
    <SettingsSection
      id="retention"
      title={t`Auto-deletion`}
      intro={
        <Trans>
          Applies to all new requests by your members, replaces their own rules and allows no exceptions. The
          audit trail is kept, with reasons, corrected messages and what signers filled in. Part 11 records
          are kept for at least two years after completion.
        </Trans>
      }
      change={rule && { signatureRequests: { retention: { enabled, ...rule } } }}
      onWrong={chosen.choose}
    >
      <Checkbox
        label={words.name('signatureRequests.retention.enabled')}
        checked={enabled}
        onChange={(event) => setEnabled(event.target.checked)}
      />
      <RetentionFields label={words.name('signatureRequests.retention.days')} fields={chosen.fields} />
    </SettingsSection>
  )
}
