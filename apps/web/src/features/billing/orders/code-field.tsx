import type { Discount } from '@countersign/contract/billing-shapes.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useRef, useState } from 'react'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useFocusOnPart } from '#web/ui/layout/use-focus-on-part.ts'
import { formatPercent } from '../money.ts'

interface CodeFieldProps {
  label: string
  name: string
  /** The code that counts. */
  value: string | null
  /** What the service says of it now, such as that it isn't for another plan. */
  error?: string | undefined
  check: (code: string) => Promise<Discount | null>
  onChange: (code: string | null) => void
}

/**
 * A code is checked before it counts: what is wrong with it is said here and stops nothing else. Where it takes the field's
 * place, and back, the focus stays here.
 */
export function CodeField(props: CodeFieldProps) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const isApplied = props.value !== null && !props.error
  useFocusOnPart(isApplied, box)
  return (
    <div
      ref={box}
      // The field has the label itself.
      {...(isApplied && { role: 'group', 'aria-label': props.label, 'aria-describedby': id })}
      tabIndex={-1}
    >
      <Code {...props} id={id} />
    </div>
  )
}

function Code({ label, name, value, error, check, onChange, id }: CodeFieldProps & { id: string }) {
  const { i18n } = useCatalog()
  const [typed, setTyped] = useState('')
  const [discount, setDiscount] = useState<Discount | null>(null)
  const { busy, failure, attempt } = useAttempt()
  const [isTried, setIsTried] = useState(false)
  async function apply() {
    const code = typed.trim()
    if (code === '') return
    setIsTried(true)
    await attempt(async () => {
      setDiscount(await check(code))
      onChange(code)
    })
  }
  if (value !== null && !error)
    return (
      <Applied
        id={id}
        label={label}
        code={value}
        discount={discount}
        onRemove={() => {
          setTyped('')
          onChange(null)
        }}
      />
    )
  const problem = error ?? (isTried && failure !== null ? describeFailure(failure, i18n) : undefined)
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 grow">
        <TextField
          label={label}
          name={name}
          autoComplete="off"
          maxLength={60}
          value={value ?? typed}
          error={problem}
          onChange={(event) => {
            setIsTried(false)
            if (value !== null) onChange(null)
            setTyped(event.target.value)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void apply()
          }}
        />
      </div>
      <div className={problem ? 'self-start pt-6' : ''}>
        <Button type="secondary" loading={busy} onClick={() => void apply()}>
          <Trans>Apply</Trans>
        </Button>
      </div>
    </div>
  )
}

function Applied(props: {
  id: string
  label: string
  code: string
  discount: Discount | null
  onRemove: () => void
}) {
  const { t, i18n } = useLingui()
  const { id, label, code, discount, onRemove } = props
  const percent = discount?.percentOff ? formatPercent(discount.percentOff, i18n.locale) : null
  return (
    <div>
      <p className="mb-1 text-sm font-medium">{label}</p>
      <div className="flex min-h-11 items-center gap-2 rounded bg-completed-ground px-3">
        <span className="text-completed">
          <Icon name="checkCircle" size={18} />
        </span>
        <p id={id} role="status" className="min-w-0 grow wrap-anywhere">
          {percent === null ? (
            <Trans>{code} applied</Trans>
          ) : (
            <Trans>
              {code} applied: {percent} off
            </Trans>
          )}
        </p>
        <Button
          type="text"
          color="neutral"
          size="sm"
          icon="close"
          label={t`Remove ${code}`}
          onClick={onRemove}
        />
      </div>
    </div>
  )
}
