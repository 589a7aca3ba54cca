import { Trans, useLingui } from '@lingui/react/macro'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { DragGhost } from './drag-ghost.tsx'
import { faceStyle } from './field-face.tsx'
import { usePlaceGesture } from './use-place-gesture.ts'
import type { PlacementMode } from './use-placing.ts'

interface PlaceHandleProps {
  name: string
  color: string
  signerKey: string
  isArmed: boolean
  /** On how many documents this signer has a place. */
  placed: number
  placing: () => PlacementMode
}

/** On a signer's row: a small field, as it will be on the page. */
export function PlaceHandle({ name, color, signerKey, isArmed, placed, placing }: PlaceHandleProps) {
  const { t } = useLingui()
  const gesture = usePlaceGesture(signerKey, placing, null)
  const label = t`Place field for ${name}`
  return (
    <>
      <button
        type="button"
        aria-pressed={isArmed}
        aria-label={label}
        title={label}
        {...gesture.props}
        style={faceStyle(color)}
        className={classNames(
          'relative grid h-8 w-11 shrink-0 cursor-grab touch-none place-items-center rounded border-2 max-lg:hidden',
          placed > 0 ? '' : 'border-dashed',
          isArmed && 'outline-2 outline-offset-2 outline-accent',
        )}
      >
        <Icon name="sign" size={18} />
        {placed > 0 && (
          <span className="absolute -top-2 -right-2 grid size-4 place-items-center rounded-full bg-sheet text-completed">
            <Icon name="checkCircle" size={16} />
            <span className="sr-only">
              <Trans>placed</Trans>
            </span>
          </span>
        )}
      </button>
      {gesture.ghost && <DragGhost at={gesture.ghost} name={name} color={color} />}
    </>
  )
}
