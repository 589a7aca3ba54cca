import type { Template } from '@countersign/contract/templates.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import { fillableFields } from './fillable-fields.ts'
import {
  columnKinds,
  columnOf,
  namedIn,
  withColumn,
  type Choice,
  type ColumnKind,
  type RoleChoice,
} from './send-state.ts'
import type { TableCheck } from './template-calls.ts'

interface ColumnsStepProps {
  template: Template
  checked: TableCheck
  choice: Choice
  onChoice: (choice: Choice) => void
  /** Missing columns are marked once one wanted to continue. */
  tried: boolean
  unknown: readonly string[]
}

/** Which columns say who signs as what, what their fields are prefilled with, and what title and message say for each row. */
export function ColumnsStep({ template, checked, choice, onChoice, tried, unknown }: ColumnsStepProps) {
  const { t } = useLingui()
  const kinds: Record<ColumnKind, string> = {
    email: t`Email`,
    first_name: t`First name (optional)`,
    last_name: t`Last name (optional)`,
    language: t`Language (optional)`,
  }
  const options = [
    { value: '', label: t`– no column –` },
    ...checked.columns.map(({ name, sample }, index) => ({
      value: String(index),
      label: sample ? `${name} (${sample.slice(0, 30)})` : name,
    })),
  ]
  const columnIn = (value: string) => (value === '' ? null : Number(value))
  function change(roleId: string, changed: (role: RoleChoice) => RoleChoice) {
    const roles = choice.roles.map((role) => (role.role_id === roleId ? changed(role) : role))
    onChoice({ ...choice, roles })
  }
  const wrongIn = (words: string) => {
    const [name] = namedIn(words).filter((one) => unknown.includes(one))
    return name === undefined ? undefined : t`The table has no column “${name}”.`
  }
  const first = checked.columns[0]?.name ?? ''
  const placeholder = `{{${first}}}`
  return (
    <div className="flex flex-col gap-6">
      {template.roles.map((templateRole) => {
        const { id, name } = templateRole
        const fields = fillableFields(templateRole)
        const role = choice.roles.find(({ role_id }) => role_id === id)
        return (
          <fieldset key={id} className="rounded-sheet border border-line bg-sheet p-4">
            <legend className="px-1 font-semibold">{name}</legend>
            <div className="grid gap-4 sm:grid-cols-2">
              {columnKinds.map((kind) => (
                <Select
                  key={kind}
                  label={kinds[kind]}
                  options={options}
                  value={String(role?.[kind] ?? '')}
                  error={
                    tried && kind === 'email' && role?.email == null
                      ? t`Choose the column with the email.`
                      : undefined
                  }
                  onChange={(event) =>
                    change(id, (one) => ({ ...one, [kind]: columnIn(event.target.value) }))
                  }
                />
              ))}
            </div>
            {fields.length > 0 && role && (
              <fieldset className="mt-5">
                <legend className="mb-2 font-medium">
                  <Trans>Prefilled fields</Trans>
                </legend>
                <div className="grid gap-4 sm:grid-cols-2">
                  {fields.map((field) => (
                    <Select
                      key={field.ids[0]}
                      label={field.label}
                      hint={field.isReadOnly ? t`Read-only: each row needs a value.` : undefined}
                      options={options}
                      value={String(columnOf(role, field) ?? '')}
                      onChange={(event) =>
                        change(id, (one) => withColumn(one, field, columnIn(event.target.value)))
                      }
                    />
                  ))}
                </div>
              </fieldset>
            )}
          </fieldset>
        )
      })}
      <p className="text-sm text-ink-secondary">
        <Trans>
          In the title and message, {placeholder} is replaced by the value in the column “{first}”. This works
          for every column.
        </Trans>
      </p>
      <TextField
        label={t`Title of each signature request`}
        maxLength={200}
        value={choice.title}
        error={wrongIn(choice.title) ?? (tried && choice.title.trim() === '' ? t`Enter a title.` : undefined)}
        onChange={(event) => onChoice({ ...choice, title: event.target.value })}
      />
      <TextArea
        label={t`Message (optional)`}
        rows={5}
        maxLength={4000}
        value={choice.message}
        error={wrongIn(choice.message)}
        onChange={(event) => onChoice({ ...choice, message: event.target.value })}
      />
    </div>
  )
}
