import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { Visitor } from '#web/features/approvals/approval-calls.ts'
import { pixelStyle } from '#web/features/documents/geometry.ts'
import { classNames } from '#web/ui/class-names.ts'
import { describeProblem } from './field-problem.ts'
import { FieldInput } from './field-input.tsx'
import { labelOf, lookOf } from './field-look.ts'
import { GivenValue } from './given-value.tsx'
import { MarkOpensEditor, OpensEditor, smallestTarget } from './opens-editor.tsx'
import { fieldMark } from './open-fields.ts'
import { isForSigner, isMark, type FieldSpot, type PlacedField, type SignerField } from './own-fields.ts'
import { goToNext } from './next-field.ts'
import type { FollowedFilling } from './use-filling.ts'

interface PageFieldProps {
  readonly request: SignatureRequest
  readonly page: { readonly index: number; readonly pixelsPerPoint: number; readonly width: number }
  readonly placed: PlacedField
  readonly followed: FollowedFilling
  readonly visitor: Visitor
  readonly onDone: () => void
}

/** One's own field on the page. On a small screen its text is too small to type in: there it opens an editor. */
export function PageField(props: PageFieldProps) {
  const { placed, page, followed } = props
  const { i18n } = useLingui()
  const { field } = placed
  const problem = followed.problems[field.id]
  const error = problem ? describeProblem(problem, field, i18n) : null
  const spots = placed.spots.filter((spot) => spot.page === page.index)
  // An editor that is open says it itself, and of a field on several pages one says it.
  const isAnnounced =
    followed.announced === field.id &&
    followed.edited?.id !== field.id &&
    placed.spots[0]?.page === page.index
  return (
    <>
      {spots.map((spot, index) => (
        <FieldAtSpot key={spot.option ?? index} {...props} spot={spot} error={error} />
      ))}
      {error && spots[0] && (
        <p
          id={problemId(field, page)}
          role={isAnnounced ? 'alert' : undefined}
          className="pointer-events-none absolute z-20 w-max max-w-56 rounded bg-error px-2 py-1 text-xs text-on-error shadow-float"
          style={beside(spots[0], page)}
        >
          {isAnnounced && <span className="sr-only">{field.label}: </span>}
          {error}
        </p>
      )}
    </>
  )
}

const problemWidth = 224

const problemId = ({ id }: SignerField, page: { index: number }) => `problem-${id}-${page.index}`

/** To the right of the field, where the page has room; else below it. */
function beside({ box }: FieldSpot, page: { pixelsPerPoint: number; width: number }): CSSProperties {
  const { left, top, width, height } = pixelStyle(box, page.pixelsPerPoint)
  const right = left + width + 8
  const fits = right + problemWidth <= page.width * page.pixelsPerPoint
  return fits ? { left: right, top } : { left, top: top + height + 4 }
}

function FieldAtSpot(props: PageFieldProps & { spot: FieldSpot; error: string | null }) {
  const { placed, spot, page, followed, error } = props
  const { field } = placed
  const { filling } = followed
  const value = followed.values[field.id] ?? null
  const style = pixelStyle(spot.box, page.pixelsPerPoint)
  if (!isForSigner(field))
    return <GivenValue {...{ field, spot, value }} style={textStyle(field, spot, page)} />
  const control = {
    [fieldMark]: field.id,
    'aria-label': field.label,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? problemId(field, page) : undefined,
  } as const
  const next = () => goToNext(props.request, props.visitor, field.id, props.onDone)
  const editor = {
    ...{ field, value, control },
    isOpen: followed.edited?.id === field.id,
    onOpen: () => filling?.edit(field.id),
  }
  if (isMark(field) && isTooSmallToHit(spot, page)) {
    const isTicked = field.type === 'CHECKBOX' ? value === true : value === spot.option
    const isControl = placed.spots.find((one) => one.page === page.index) === spot
    return <MarkOpensEditor {...editor} {...{ style, isTicked, isControl }} />
  }
  if (field.type === 'CHECKBOX')
    return (
      <input
        {...control}
        type="checkbox"
        aria-required={field.required || undefined}
        title={field.tooltip ?? undefined}
        className={classNames(lookOf(field), 'accent-accent')}
        style={style}
        checked={value === true}
        onChange={(event) => filling?.set(field.id, event.target.checked)}
      />
    )
  if (field.type === 'RADIO')
    return (
      <input
        {...control}
        type="radio"
        name={field.id}
        aria-label={`${field.label}: ${labelOf(field, spot.option)}`}
        aria-required={field.required || undefined}
        className={classNames(lookOf(field), 'accent-accent')}
        style={style}
        checked={value === spot.option}
        onChange={() => filling?.set(field.id, spot.option)}
      />
    )
  if (isSmall(spot, page)) return <OpensEditor {...editor} style={textStyle(field, spot, page)} />
  return (
    <FieldInput
      field={field}
      value={value}
      onChange={(changed) => filling?.set(field.id, changed)}
      onLeave={() => filling?.leave(field.id)}
      onNext={next}
      control={{
        ...control,
        className: classNames(lookOf(field), 'resize-none px-1 leading-tight'),
        style: textStyle(field, spot, page),
      }}
    />
  )
}

/** Below this height a line can't be read while it is typed, and phones zoom in on it. */
const readable = 20
const isByFinger = (): boolean => window.matchMedia('(pointer: coarse)').matches
const isSmall = ({ box }: FieldSpot, { pixelsPerPoint }: { pixelsPerPoint: number }): boolean =>
  isByFinger() || box.height * pixelsPerPoint < readable

/** The options of a group are often next to each other: a finger would take the wrong one. */
const isTooSmallToHit = ({ box }: FieldSpot, { pixelsPerPoint }: { pixelsPerPoint: number }): boolean =>
  isByFinger() && Math.min(box.width, box.height) * pixelsPerPoint < smallestTarget

function textStyle(
  { font_size: size, alignment, multiline }: SignerField,
  spot: FieldSpot,
  { pixelsPerPoint }: { pixelsPerPoint: number },
): CSSProperties & ReturnType<typeof pixelStyle> {
  const { height } = spot.box
  const points = size ?? (multiline ? Math.min(12, height / 2) : Math.min(14, height * 0.7))
  return {
    ...pixelStyle(spot.box, pixelsPerPoint),
    fontSize: Math.max(6, points * pixelsPerPoint),
    textAlign: alignment,
  }
}
