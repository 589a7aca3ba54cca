import { classNames } from '#web/ui/class-names.ts'
import type { FieldInputProps } from './field-input.tsx'

const mark = 'size-6 shrink-0 accent-accent'

/** A checkbox or the options of a group in the editor: as large as a finger, with their words. */
export function MarkInput({ field, value, onChange, onLeave, onNext, control }: FieldInputProps) {
  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid } = control
  const shared = {
    onBlur: onLeave,
    onKeyDown: (event: { key: string }) => event.key === 'Enter' && onNext(),
  }
  if (field.type === 'CHECKBOX')
    return (
      <input
        {...{ id, 'aria-describedby': describedBy, 'aria-invalid': invalid, ...shared }}
        type="checkbox"
        aria-required={field.required || undefined}
        className={classNames(mark, 'my-2.5 block')}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    )
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      aria-required={field.required || undefined}
      className="max-h-48 overflow-y-auto"
    >
      {field.options.map((option) => (
        <label key={option.value} className="flex min-h-11 items-center gap-3 wrap-anywhere">
          <input
            {...shared}
            type="radio"
            name={id}
            className={mark}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <bdi className="min-w-0">{option.label || option.value}</bdi>
        </label>
      ))}
    </div>
  )
}
