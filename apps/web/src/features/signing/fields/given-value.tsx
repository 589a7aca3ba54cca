import type { FieldValue } from '@countersign/contract/field-rules.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import { formatDate } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { closeDialog, openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { covers, shownValue } from './field-look.ts'
import { smallestTarget } from './opens-editor.tsx'
import { type FieldSpot, isMark, type SignerField } from './own-fields.ts'

interface GivenProps {
  readonly field: SignerField
  readonly value: FieldValue | null
  readonly style: CSSProperties & { readonly width: number; readonly height: number }
}

/** What the sender or the service fills in. All of it is signed, so all of it can be read. */
export function GivenValue({ spot, ...given }: GivenProps & { readonly spot: FieldSpot }) {
  return isMark(given.field) ? <GivenMark {...given} option={spot.option} /> : <GivenText {...given} />
}

const lookOf = (field: SignerField): string =>
  classNames(
    'absolute overflow-hidden rounded-xs border border-line-field px-1 leading-tight',
    covers(field) ? 'bg-sheet' : 'bg-sheet/80',
  )

/** Of a group of buttons one is on, as it will be in the document. */
function GivenMark({ field, value, style, option }: GivenProps & { readonly option: string | null }) {
  const { t } = useLingui()
  const isOn = option === null ? value === true : value === option
  const label = field.label
  const text = shownValue(field, value)
  const named =
    isOn || option === null ? { role: 'img', 'aria-label': t`${label}: ${text}` } : { 'aria-hidden': true }
  return (
    <div {...named} className={classNames(lookOf(field), 'grid place-items-center')} style={style}>
      {isOn && '✓'}
    </div>
  )
}

/** Borders and padding, in pixels, less one for rounding. */
const sides = 9

function GivenText({ field, value, style }: GivenProps) {
  const { i18n, t } = useLingui()
  const text = field.type === 'DATE_SIGNED' ? formatDate(new Date(), i18n.locale) : shownValue(field, value)
  const words = useRef<HTMLSpanElement>(null)
  const [isCut, setCut] = useState(false)
  const label = field.label
  const { width, height } = style
  useLayoutEffect(() => {
    const { current: box } = words
    if (box) setCut(box.scrollWidth > width - sides || box.scrollHeight > height)
  }, [text, width, height])
  const shown = (
    <span
      ref={words}
      dir="auto"
      className={classNames(
        'block max-h-full w-full overflow-hidden text-ellipsis',
        field.multiline ? 'wrap-anywhere whitespace-pre-wrap' : 'whitespace-nowrap',
      )}
    >
      {text}
    </span>
  )
  const className = classNames(lookOf(field), 'flex items-center')
  if (!isCut)
    return (
      <div role="img" aria-label={t`${label}: ${text}`} className={className} style={style}>
        {shown}
      </div>
    )
  return (
    <button
      type="button"
      aria-label={t`Read all of “${label}”`}
      onClick={() => openText(label, text)}
      className={classNames(className, 'cursor-pointer text-start text-accent underline')}
      style={{ ...style, minWidth: smallestTarget, minHeight: smallestTarget }}
    >
      {shown}
    </button>
  )
}

function openText(label: string, text: string): void {
  openDialog({
    namespace: 'document',
    name: 'field-text',
    title: <bdi>{label}</bdi>,
    content: () => (
      <>
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
        <DialogButtons>
          <Button onClick={() => closeDialog('document')}>
            <Trans>Close</Trans>
          </Button>
        </DialogButtons>
      </>
    ),
  })
}
