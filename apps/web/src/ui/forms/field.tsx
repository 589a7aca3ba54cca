import { useId, type ReactNode } from 'react'
import { Icon } from '../icon.tsx'

export interface FieldProps {
  label: ReactNode
  /** What helps to fill it in; is under the label. */
  hint?: ReactNode
  /** What is wrong with it. */
  error?: ReactNode
}

export const controlClass =
  'block w-full min-h-11 rounded border bg-sheet px-3 py-2 text-base md:text-sm md:min-h-10 text-ink placeholder:text-ink-secondary aria-invalid:border-error border-line-field disabled:bg-hover disabled:text-ink-secondary [&[readonly]]:border-line [&[readonly]]:bg-hover'

/** The ids that tie a control to its label, hint and error, and to a hint that is shown elsewhere. */
export function useField(
  { hint, error }: Pick<FieldProps, 'hint' | 'error'>,
  given?: string,
  hintElsewhere?: string,
) {
  const made = useId()
  const id = given ?? made
  const describedBy = [hint ? `${id}-hint` : '', hintElsewhere, error ? `${id}-error` : '']
    .filter(Boolean)
    .join(' ')
  return {
    id,
    control: { id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined },
  }
}

/** Label above, hint under it, the control, and the error right beside what is wrong. */
export function Field({
  id,
  label,
  hint,
  error,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="mb-1 text-sm text-ink-secondary">
          {hint}
        </p>
      )}
      {children}
      <FieldError id={id} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: ReactNode }) {
  if (!error) return null
  return (
    <p id={`${id}-error`} role="alert" className="mt-1 flex items-start gap-1.5 text-sm text-error">
      <Icon name="warning" size={16} />
      <span>{error}</span>
    </p>
  )
}
