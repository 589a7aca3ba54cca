import { useLingui } from '@lingui/react/macro'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import type { PropertyProps } from './property-props.ts'

/** What is filled in already when the signer opens the document. */
export function FieldValueInput({ field, change, error }: PropertyProps) {
  const { t } = useLingui()
  const common = { label: t`Prefilled value (optional)`, error: error('value') }
  const text = typeof field.value === 'string' ? field.value : ''
  const set = (value: string) => change({ value: value === '' ? null : value })
  if (field.type === 'CHECKBOX')
    return (
      <Select
        {...common}
        value={field.value === null ? '' : String(field.value)}
        options={[
          { value: '', label: t`None` },
          { value: 'true', label: t`Ticked` },
          { value: 'false', label: t`Not ticked` },
        ]}
        onChange={({ target: { value } }) => change({ value: value === '' ? null : value === 'true' })}
      />
    )
  if (field.type === 'RADIO' || field.type === 'DROPDOWN')
    return (
      <Select
        {...common}
        value={text}
        options={[
          { value: '', label: t`None` },
          ...field.options.map(({ value, label }) => ({ value, label: label || value })),
        ]}
        onChange={(event) => set(event.target.value)}
      />
    )
  if (field.type === 'TEXT' && field.multiline)
    return <TextArea {...common} rows={3} value={text} onChange={(event) => set(event.target.value)} />
  const isDate = field.type === 'DATE' || (field.type === 'TEXT' && field.pattern === 'date')
  return (
    <TextField
      {...common}
      type={isDate ? 'date' : 'text'}
      inputMode={field.type === 'NUMBER' ? 'decimal' : undefined}
      value={text}
      onChange={(event) => set(event.target.value)}
    />
  )
}
