import type { BusinessSettings } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Select } from '#web/ui/forms/select.tsx'
import { SettingsSection } from './settings-section.tsx'

type Permissions = BusinessSettings['visualSignatures']
type Choice = 'shown-at-first' | 'left-out-at-first' | 'always' | 'never'

const parts = ['date', 'claim', 'std'] as const
const meanings: Record<Choice, Permissions['date']> = {
  'shown-at-first': { canUpdate: true, defaultValue: true },
  'left-out-at-first': { canUpdate: true, defaultValue: false },
  always: { canUpdate: false, defaultValue: true },
  never: { canUpdate: false, defaultValue: false },
}

/** What is in members' signature fields, and what of it is their own choice. */
export function VisualSignaturesSection({ settings }: { settings: BusinessSettings }) {
  const { t } = useLingui()
  const [permissions, setPermissions] = useState(settings.visualSignatures)
  const labels = {
    date: t`Date and time`,
    claim: t`“Signed electronically”`,
    std: t`Signature level, such as SES or QES`,
  }
  const words: Record<Choice, string> = {
    'shown-at-first': t`Members choose; shown by default`,
    'left-out-at-first': t`Members choose; hidden by default`,
    always: t`Always shown`,
    never: t`Never shown`,
  }
  return (
    <SettingsSection
      id="visual-signatures"
      title={t`Visual signatures`}
      intro={<Trans>Shown with the name in signature fields when a member signs.</Trans>}
      change={{ visualSignatures: permissions }}
    >
      {parts.map((part) => (
        <Select
          key={part}
          label={labels[part]}
          value={choiceOf(permissions[part])}
          options={(Object.keys(words) as Choice[]).map((value) => ({ value, label: words[value] }))}
          onChange={(event) =>
            setPermissions({ ...permissions, [part]: meanings[event.target.value as Choice] })
          }
        />
      ))}
    </SettingsSection>
  )
}

function choiceOf({ canUpdate, defaultValue }: Permissions['date']): Choice {
  if (canUpdate) return defaultValue ? 'shown-at-first' : 'left-out-at-first'
  return defaultValue ? 'always' : 'never'
}
