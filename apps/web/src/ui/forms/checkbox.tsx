import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { FieldError, useField, type FieldProps } from './field.tsx'

interface ChoiceProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'> {
  ref?: Ref<HTMLInputElement>
}

function Choice({
  kind,
  label,
  hint,
  error,
  id: given,
  ...input
}: ChoiceProps & { kind: 'checkbox' | 'radio' }) {
  const { id, control } = useField({ hint, error }, given)
  return (
    <div>
      {/* Beside the first line of a label that has several. */}
      <label
        htmlFor={id}
        className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 md:min-h-8 md:py-1.5"
      >
        <input
          type={kind}
          {...input}
          {...control}
          className="mt-0.5 size-5 shrink-0 accent-accent md:size-4"
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="ml-8 text-sm text-ink-secondary md:ml-7">
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  )
}

export function Checkbox(props: ChoiceProps) {
  return <Choice kind="checkbox" {...props} />
}

export function Radio(props: ChoiceProps) {
  return <Choice kind="radio" {...props} />
}

/** Choices that belong together, with the question they answer. */
export function ChoiceGroup({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {children}
    </fieldset>
  )
}
