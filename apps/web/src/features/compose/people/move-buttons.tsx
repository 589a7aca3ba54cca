import { useLingui } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'

/** Moves a row of a list without a drag (WCAG 2.5.7). */
export function MoveButtons(props: {
  /** Who or what moves, for the buttons' names. */
  name: string
  index: number
  count: number
  move: (from: number, to: number) => void
}) {
  const { t } = useLingui()
  const { name, index, count } = props
  if (count < 2) return null
  return (
    <span className="flex">
      <span className="rotate-90">
        <Button
          type="text"
          color="neutral"
          size="sm"
          icon="chevronLeft"
          label={t`Move ${name} up`}
          disabled={index === 0}
          onClick={() => props.move(index, index - 1)}
        />
      </span>
      <Button
        type="text"
        color="neutral"
        size="sm"
        icon="chevronDown"
        label={t`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => props.move(index, index + 1)}
      />
    </span>
  )
}
