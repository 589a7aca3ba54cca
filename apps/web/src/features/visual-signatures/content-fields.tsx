import type { VisualSignaturePermissions } from '@countersign/contract/account-shapes.ts'
import type { Language } from '@countersign/contract/values.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { describeField } from '#web/lib/errors/field-errors.ts'
import { languageNames, languages } from '#web/lib/language/language.ts'
import { Checkbox, ChoiceGroup } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { displays, type Display, type Draft } from './draft.ts'
import type { Problem, Problems } from './problems.ts'

interface Part {
  draft: Draft
  problems: Problems
  onChange: (part: Partial<Draft>) => void
}

export function useProblemWords() {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  return (problem: Problem | undefined): string | undefined => {
    if (!problem) return undefined
    if (problem === 'no_font') return t`One of the characters can’t be printed. Please use another.`
    if (problem === 'blank') return t`This image is empty. Please use another one.`
    return problem === 'missing' ? undefined : describeField(problem, i18n)
  }
}

/** What is beside the picture, and what it is called in one's list. */
export function ContentFields(props: Part & { permissions: VisualSignaturePermissions }) {
  const { draft, problems, onChange } = props
  const { t } = useLingui()
  const words = useProblemWords()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`Business or another line (optional)`}
          autoComplete="organization"
          dir="auto"
          maxLength={200}
          value={draft.optionalLine}
          error={words(problems.optionalLine)}
          onChange={(event) => onChange({ optionalLine: event.target.value })}
        />
        <TextField
          label={t`Place (optional)`}
          autoComplete="address-level2"
          dir="auto"
          maxLength={100}
          value={draft.location}
          error={words(problems.location)}
          onChange={(event) => onChange({ location: event.target.value })}
        />
      </div>
      <Shown {...props} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t`Language on the page`}
          value={draft.language}
          options={languages.map((language) => ({ value: language, label: languageNames[language] }))}
          onChange={(event) => onChange({ language: event.target.value as Language })}
        />
        <TextField
          label={t`Label`}
          maxLength={60}
          dir="auto"
          value={draft.alias}
          error={words(problems.alias)}
          onChange={(event) => onChange({ alias: event.target.value })}
        />
      </div>
    </>
  )
}

/** What is shown besides; where the business decides, one sees what holds and why it cannot be changed. */
function Shown({ draft, permissions, onChange }: Part & { permissions: VisualSignaturePermissions }) {
  const { t } = useLingui()
  const labels: Record<Display, string> = {
    displayDate: t`Date and time`,
    displayClaim: t`“Signed electronically”`,
    displayStandards: t`Signature level, such as SES or QES`,
  }
  return (
    <ChoiceGroup legend={<Trans>Also show</Trans>}>
      {(Object.keys(displays) as Display[]).map((display) => {
        const { canUpdate } = permissions[displays[display]]
        return (
          <Checkbox
            key={display}
            role="switch"
            label={labels[display]}
            checked={draft[display]}
            disabled={!canUpdate}
            {...(!canUpdate && { hint: t`Set by your business.` })}
            onChange={(event) => onChange({ [display]: event.target.checked })}
          />
        )
      })}
    </ChoiceGroup>
  )
}
