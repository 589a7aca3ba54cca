import type { FieldValue } from '@countersign/contract/field-rules.ts'
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { groundOf, lookOf, shownValue } from './field-look.ts'
import type { SignerField } from './own-fields.ts'

interface OpensEditorProps {
  field: SignerField
  value: FieldValue | null
  control: Record<string, unknown>
  /** Its editor is open. */
  isOpen: boolean
  onOpen: () => void
}

const opened = 'outline-2 outline-offset-2 outline-accent'

/** A field whose text is too small to type in on the page. */
export function OpensEditor(props: OpensEditorProps & { style: CSSProperties }) {
  const { field } = props
  const text = shownValue(field, props.value)
  const name = useName(field, text)
  return (
    <button
      type="button"
      {...props.control}
      data-opens-editor=""
      aria-label={name}
      onClick={props.onOpen}
      className={classNames(
        lookOf(field),
        'cursor-pointer px-0.5 leading-tight after:absolute after:-inset-2',
        props.isOpen && opened,
      )}
      style={props.style}
    >
      <span dir="auto" className={classNames('block truncate', !text && 'text-accent')}>
        {text || field.label}
      </span>
    </button>
  )
}

/** Pixels (WCAG 2.5.8). */
export const smallestTarget = 24

interface MarkProps extends OpensEditorProps {
  style: { left: number; top: number; width: number; height: number }
  isTicked: boolean
  /** One of a group is the control; a finger may press the others as well. */
  isControl: boolean
}

/** A box or an option that a finger would miss: it is ticked or chosen in the editor. */
export function MarkOpensEditor(props: MarkProps) {
  const { field, isTicked, onOpen } = props
  const { left, top, width, height } = props.style
  const name = useName(field, shownValue(field, props.value))
  const [wide, high] = [Math.max(width, smallestTarget), Math.max(height, smallestTarget)]
  const style = { left: left - (wide - width) / 2, top: top - (high - height) / 2, width: wide, height: high }
  const className = 'absolute grid cursor-pointer place-items-center focus-visible:z-10'
  const mark = (
    <span
      className={classNames(
        'grid place-items-center border border-accent text-xs leading-none text-ink',
        field.type === 'RADIO' ? 'rounded-full' : 'rounded-xs',
        groundOf(field),
        props.isOpen && opened,
      )}
      style={{ width, height }}
    >
      {isTicked && '✓'}
    </span>
  )
  if (!props.isControl)
    return (
      <span aria-hidden="true" className={className} style={style} onClick={onOpen}>
        {mark}
      </span>
    )
  return (
    <button
      type="button"
      {...props.control}
      data-opens-editor=""
      aria-label={name}
      onClick={onOpen}
      className={classNames(
        className,
        'aria-invalid:rounded aria-invalid:border-2 aria-invalid:border-error',
      )}
      style={style}
    >
      {mark}
    </button>
  )
}

/** What it is, and what is in it. */
function useName(field: SignerField, text: string): string {
  const { t } = useLingui()
  const label = field.label
  if (text) return t`${label}: ${text}`
  return field.required ? t`${label}, required, empty` : t`${label}, empty`
}
