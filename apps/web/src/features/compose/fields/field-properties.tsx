import type { Document } from '@countersign/contract/documents.ts'
import { isSignersOwn, type TextPattern } from '@countersign/contract/field-rules.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useErrorWords } from './error-words.ts'
import { fieldErrors } from './field-errors.ts'
import { nameOfSigner } from './field-words.ts'
import { FieldOptions } from './field-options.tsx'
import { FieldValueInput } from './field-value-input.tsx'
import { withSignerField } from '../placements/placements.ts'
import type { PropertyProps } from './property-props.ts'
import type { DraftSignerField, SignerFieldContent } from './signer-fields.ts'
import { useTypeName } from './type-names.ts'
import type { Compose } from '../use-compose.ts'

interface PropertiesProps {
  compose: Compose
  signerField: DraftSignerField
  document: Document
  /** What couldn’t be kept yet: it stays while other fields are selected. */
  typed: Partial<SignerFieldContent>
  setTyped: (typed: Partial<SignerFieldContent>) => void
}

/** One field’s properties. They are the draft’s as soon as the API would accept them; until then the error is beside the input. */
export function FieldProperties({ compose, signerField, document, typed, setTyped }: PropertiesProps) {
  const { signerKey, field } = signerField
  const errorWords = useErrorWords()
  const typeName = useTypeName()
  const { t } = useLingui()
  // What was moved or undone meanwhile is the draft’s; only what couldn’t be kept yet is from here.
  const shown = { ...field, ...typed }
  const errors = fieldErrors(shown)
  const error = (name: string) => (errors[name] ? errorWords(errors[name], shown) : undefined)

  function change(part: Partial<SignerFieldContent>) {
    const next = { ...typed, ...part }
    if (Object.keys(fieldErrors({ ...field, ...next })).length > 0) return setTyped(next)
    setTyped({})
    compose.act(
      (draft) =>
        withSignerField(draft, { signerKey, fieldId: field.id }, (current) =>
          trimmed({ ...current, ...next }),
        ),
      `properties ${field.id} ${Object.keys(next).join(' ')}`,
    )
  }

  const of = { field: shown, change, error }
  const name = nameOfSigner(compose, signerKey)
  const type = typeName(field.type)
  return (
    <section
      aria-label={t`Properties of ${type} for ${name}`}
      className="flex flex-col gap-3 rounded border border-line bg-sheet p-3"
    >
      <h3 className="truncate text-sm font-semibold">
        <Trans>
          {type} for {name}
        </Trans>
      </h3>
      <TextField
        label={t`Label`}
        value={shown.label}
        maxLength={100}
        error={error('label')}
        onChange={(event) => change({ label: event.target.value })}
      />
      <Rules {...of} />
      {field.type !== 'DATE_SIGNED' && <FieldValueInput {...of} />}
      {(field.type === 'RADIO' || field.type === 'DROPDOWN') && field.form_field === null && (
        <FieldOptions {...of} document={document} />
      )}
      {field.type === 'TEXT' && <TextRules {...of} />}
      <Looks {...of} />
      {Object.keys(typed).length > 0 && (
        <p role="status" className="text-sm text-error">
          <Trans>Not saved yet: correct the marked fields.</Trans>
        </p>
      )}
    </section>
  )
}

/** The service takes away spaces around: said the same here, so that a save changes nothing. */
const trimmed = (field: SignerFieldContent): SignerFieldContent => ({
  ...field,
  tooltip: field.tooltip?.trim() ? field.tooltip : null,
})

function Rules({ field, change }: PropertyProps) {
  const { t } = useLingui()
  return (
    <div>
      {field.type !== 'DATE_SIGNED' && (
        <Checkbox
          label={t`Required`}
          checked={field.required}
          onChange={(event) => change({ required: event.target.checked })}
        />
      )}
      {field.type !== 'DATE_SIGNED' && (
        <Checkbox
          label={t`Read-only`}
          hint={
            isSignersOwn(field) ? t`Without a prefilled value, the signer’s own is filled in.` : undefined
          }
          checked={field.read_only}
          onChange={(event) => change({ read_only: event.target.checked })}
        />
      )}
    </div>
  )
}

function TextRules({ field, change, error }: PropertyProps) {
  const { t } = useLingui()
  const patterns: readonly (readonly [TextPattern, string])[] = [
    ['text', t`Any text`],
    ['email', t`Email`],
    ['number', t`Number`],
    ['phone', t`Phone`],
    ['date', t`Date`],
  ]
  return (
    <>
      {field.form_field === null && (
        <Checkbox
          label={t`Several lines`}
          checked={field.multiline}
          onChange={(event) => change({ multiline: event.target.checked })}
        />
      )}
      <Select
        label={t`Format`}
        value={field.pattern ?? 'text'}
        options={patterns.map(([value, label]) => ({ value, label }))}
        error={error('pattern')}
        onChange={(event) => change({ pattern: event.target.value as TextPattern })}
      />
      <TextField
        label={t`Maximum length (optional)`}
        type="number"
        inputMode="numeric"
        value={field.max_length ?? ''}
        error={error('max_length')}
        onChange={(event) => change({ max_length: numberOf(event.target.value) })}
      />
      {field.form_field === null && (
        <Checkbox
          label={t`One box per character`}
          checked={field.comb}
          error={error('comb')}
          onChange={(event) => change({ comb: event.target.checked })}
        />
      )}
    </>
  )
}

function Looks({ field, change, error }: PropertyProps) {
  const { t } = useLingui()
  const isMark = field.type === 'CHECKBOX' || field.type === 'RADIO'
  return (
    <>
      {!isMark && (
        <div className="grid grid-cols-2 gap-2">
          <TextField
            label={t`Font size (points)`}
            type="number"
            step="any"
            inputMode="decimal"
            placeholder={t`Automatic`}
            value={field.font_size ?? ''}
            error={error('font_size')}
            onChange={(event) => change({ font_size: numberOf(event.target.value) })}
          />
          <Select
            label={t`Alignment`}
            value={field.alignment}
            options={[
              { value: 'left', label: t`Left` },
              { value: 'center', label: t`Centre` },
              { value: 'right', label: t`Right` },
            ]}
            onChange={(event) => change({ alignment: event.target.value as SignerFieldContent['alignment'] })}
          />
        </div>
      )}
      <TextField
        label={t`Tooltip (optional)`}
        value={field.tooltip ?? ''}
        maxLength={200}
        error={error('tooltip')}
        onChange={(event) => change({ tooltip: event.target.value })}
      />
    </>
  )
}

const numberOf = (text: string): number | null => (text === '' ? null : Number(text))
