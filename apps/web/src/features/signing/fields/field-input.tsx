import type { FieldValue } from '@countersign/contract/field-rules.ts'
import { lengthAtMost } from '@countersign/contract/field-rules.ts'
import { Trans } from '@lingui/react/macro'
import type { HTMLAttributes, KeyboardEvent } from 'react'
import type { SignerField } from './own-fields.ts'
import { plainNumber } from './plain-number.ts'

export interface FieldInputProps {
  readonly field: SignerField
  readonly value: FieldValue | null
  readonly onChange: (value: FieldValue | null) => void
  /** The field is left. */
  readonly onLeave: () => void
  /** Enter: on to the next one. */
  readonly onNext: () => void
  /** What every control takes: id, name for screen readers, look. */
  readonly control: HTMLAttributes<HTMLElement> & Record<`data-${string}`, string | undefined>
}

/** The control of one field that is typed or chosen in: the platform's own, with its keyboard and its pickers. */
export function FieldInput({ field, value, onChange, onLeave, onNext, control }: FieldInputProps) {
  const text = typeof value === 'string' ? value : ''
  const shared = {
    ...control,
    dir: 'auto',
    'aria-required': field.required || undefined,
    title: field.tooltip ?? undefined,
    onBlur: onLeave,
  }
  if (field.type === 'DROPDOWN')
    return (
      <select {...shared} value={text} onChange={(event) => onChange(event.target.value)}>
        <option value="">
          <ChooseOne />
        </option>
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  if (field.multiline)
    return <textarea {...shared} value={text} onChange={(event) => onChange(event.target.value)} />
  const isNumber = field.type === 'NUMBER' || field.pattern === 'number'
  const leave = () => {
    if (isNumber && plainNumber(text) !== text) onChange(plainNumber(text))
    onLeave()
  }
  return (
    <input
      {...shared}
      {...keyboardFor(field)}
      // The browser would cut what is pasted without a word: what is too long is marked instead.
      maxLength={field.comb ? lengthAtMost(field) : undefined}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onBlur={leave}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        leave()
        onNext()
      }}
    />
  )
}

const ChooseOne = () => <Trans>Choose …</Trans>

/** The keyboard that a phone shows, and what the browser may offer. */
function keyboardFor({ type, pattern }: SignerField) {
  const next = { enterKeyHint: 'next' as const }
  switch (type === 'TEXT' ? (pattern ?? 'text').toUpperCase() : type) {
    case 'EMAIL':
      return { ...next, type: 'email', autoComplete: 'email' }
    case 'NUMBER':
      return { ...next, type: 'text', inputMode: 'decimal' as const, autoComplete: 'off' }
    case 'PHONE':
      return { ...next, type: 'tel', autoComplete: 'tel' }
    case 'DATE':
      return { ...next, type: 'date', autoComplete: 'off' }
    case 'NAME':
      return { ...next, type: 'text', autoComplete: 'name' }
    case 'INITIALS':
      return { ...next, type: 'text', autoComplete: 'off', autoCapitalize: 'characters' }
    default:
      return { ...next, type: 'text', autoComplete: 'off' }
  }
}
