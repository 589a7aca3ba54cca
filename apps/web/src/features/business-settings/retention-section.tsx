import type { BusinessSettings } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Checkbox, ChoiceGroup, Radio } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useSettingWords } from './setting-words.ts'
import { SettingsSection } from './settings-section.tsx'

const [shortest, longest] = [30, 3650]

/** How long what members send is kept. */
export function RetentionSection({ settings }: { settings: BusinessSettings }) {
  const { t } = useLingui()
  const words = useSettingWords()
  const { retention } = settings.signatureRequests
  const [enabled, setEnabled] = useState(retention.enabled)
  const [days, setDays] = useState(String(retention.days))
  const [terminalState, setTerminalState] = useState(retention.terminalState)
  const [tried, setTried] = useState(false)
  const count = /^\d+$/.test(days.trim()) ? Number(days) : Number.NaN
  const isGood = count >= shortest && count <= longest
  return (
    <SettingsSection
      id="retention"
      title={t`Auto-deletion`}
      intro={
        <Trans>
          It holds for all that your members begin from now on, in place of a rule of their own, and they
          cannot free anything from it. The signature protocol stays. Records under Part 11 are kept two years
          from their end at least.
        </Trans>
      }
      change={() => {
        setTried(true)
        return isGood ? { signatureRequests: { retention: { enabled, days: count, terminalState } } } : null
      }}
    >
      <Checkbox
        label={words.name('signatureRequests.retention.enabled')}
        checked={enabled}
        onChange={(event) => setEnabled(event.target.checked)}
      />
      <TextField
        label={words.name('signatureRequests.retention.days')}
        hint={t`From ${shortest} to ${longest}.`}
        inputMode="numeric"
        autoComplete="off"
        value={days}
        onChange={(event) => setDays(event.target.value)}
        error={tried && !isGood && t`Please give a whole number from ${shortest} to ${longest}.`}
      />
      <ChoiceGroup legend={t`Counted from`}>
        <Radio
          name="counted-from"
          label={t`the end of the request`}
          hint={t`When it is signed, declined, withdrawn or expired.`}
          checked={terminalState}
          onChange={() => setTerminalState(true)}
        />
        <Radio
          name="counted-from"
          label={t`its beginning`}
          hint={t`What is still open then expires first, and who was asked is told.`}
          checked={!terminalState}
          onChange={() => setTerminalState(false)}
        />
      </ChoiceGroup>
    </SettingsSection>
  )
}
