import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef } from 'react'
import type { Visitor } from '#web/features/approvals/approval-calls.ts'
import { Button } from '#web/ui/button.tsx'
import { controlClass, FieldError } from '#web/ui/forms/field.tsx'
import { describeProblem } from './field-problem.ts'
import { FieldInput } from './field-input.tsx'
import { MarkInput } from './mark-input.tsx'
import { goBack, goToNext } from './next-field.ts'
import { fieldOnPage, orderedFields } from './open-fields.ts'
import { isMark } from './own-fields.ts'
import type { FollowedFilling } from './use-filling.ts'

/** On a small screen a field is filled in here, above the keyboard, with the field itself in view on the page. */
export function FieldEditor(props: {
  request: SignatureRequest
  visitor: Visitor
  followed: FollowedFilling
  onDone: () => void
}) {
  const { request, visitor, followed } = props
  const { i18n, t } = useLingui()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const { filling, edited } = followed
  const field = orderedFields(request).find((one) => one.field.id === edited?.id)?.field
  useEffect(() => {
    if (!field) return
    const control = ['input:checked', 'input, textarea, select']
      .map((selector) => box.current?.querySelector<HTMLElement>(selector))
      .find((found) => found)
    control?.focus()
    return keepInView(field.id)
  }, [field, edited])
  if (!field || !filling) return null
  const problem = followed.problems[field.id]
  const Input = isMark(field) ? MarkInput : FieldInput
  const close = () => {
    filling.edit(null)
    fieldOnPage(field.id)?.focus({ preventScroll: true })
  }
  return (
    <div
      ref={box}
      role="group"
      aria-label={t`Fill in`}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <div className="mb-1 flex items-center justify-between gap-2">
        <label id={`${id}-label`} htmlFor={id} className="min-w-0 text-sm font-medium wrap-anywhere">
          <bdi>{field.label}</bdi>
          {!field.required && (
            <span className="text-ink-secondary">
              {' '}
              <Trans>(optional)</Trans>
            </span>
          )}
        </label>
        <Button type="text" color="neutral" icon="close" label={t`Close`} onClick={close} />
      </div>
      {field.tooltip && (
        <p dir="auto" className="mb-1 text-sm text-ink-secondary">
          {field.tooltip}
        </p>
      )}
      <Input
        key={field.id}
        field={field}
        value={followed.values[field.id] ?? null}
        onChange={(value) => filling.set(field.id, value)}
        onLeave={() => filling.leave(field.id)}
        onNext={() => goToNext(request, visitor, field.id, props.onDone)}
        control={{
          id,
          className: controlClass,
          'aria-invalid': problem ? true : undefined,
          'aria-describedby': problem ? `${id}-error` : undefined,
        }}
      />
      <FieldError id={id} error={problem && describeProblem(problem, field, i18n)} />
      <div className="mt-2 flex gap-2">
        <Button
          type="secondary"
          color="neutral"
          size="lg"
          icon="chevronLeft"
          label={t`Previous field`}
          onClick={() => goBack(request, visitor, field.id)}
        />
        <Button size="lg" block onClick={() => goToNext(request, visitor, field.id, props.onDone)}>
          <Trans>Next</Trans>
        </Button>
      </div>
    </div>
  )
}

/** The keyboard takes half the screen once it is open: the field on the page stays above it. */
function keepInView(id: string): () => void {
  const show = () => fieldOnPage(id)?.scrollIntoView({ block: 'center', inline: 'center' })
  window.visualViewport?.addEventListener('resize', show)
  return () => window.visualViewport?.removeEventListener('resize', show)
}
