import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { controlClass, Field, useField, type FieldProps } from './field.tsx'

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'className'>

export interface TextFieldProps extends FieldProps, InputProps {
  ref?: Ref<HTMLInputElement>
  /** Shown inside the field at its end, such as a button. */
  end?: ReactNode
  /** The id of a hint that is not above the field. */
  hintElsewhere?: string
}

export function TextField({ label, hint, error, end, id: given, hintElsewhere, ...input }: TextFieldProps) {
  const { id, control } = useField({ hint, error }, given, hintElsewhere)
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          type="text"
          dir="auto"
          {...input}
          {...control}
          className={end ? `${controlClass} pr-12` : controlClass}
        />
        {end && <div className="absolute inset-y-0 right-0 flex items-center">{end}</div>}
      </div>
    </Field>
  )
}

interface TextAreaProps extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> {
  ref?: Ref<HTMLTextAreaElement>
}

export function TextArea({ label, hint, error, id: given, ...area }: TextAreaProps) {
  const { id, control } = useField({ hint, error }, given)
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea rows={4} dir="auto" {...area} {...control} className={controlClass} />
    </Field>
  )
}
