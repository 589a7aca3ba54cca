import type { Ref, SelectHTMLAttributes } from 'react'
import { controlClass, Field, useField, type FieldProps } from './field.tsx'

interface SelectProps extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> {
  options: readonly { value: string; label: string }[]
  ref?: Ref<HTMLSelectElement>
}

/** The platform's own select: it is the best one on every phone. */
export function Select({ label, hint, error, options, id: given, ...select }: SelectProps) {
  const { id, control } = useField({ hint, error }, given)
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <select {...select} {...control} className={controlClass}>
        {options.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  )
}
