import { Trans, useLingui } from '@lingui/react/macro'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { DragGhost } from './drag-ghost.tsx'
import { usePlaceGesture } from './use-place-gesture.ts'
import type { PlacementMode } from './use-placing.ts'

interface SignerChipProps {
  name: string
  color: string
  signerKey: string
  /** On how many documents this signer has a place. */
  placed: number
  placing: PlacementMode
}

/** A signer to be put on a page, where the list of people is on another step. */
export function SignerChip({ name, color, signerKey, placed, placing }: SignerChipProps) {
  const { t } = useLingui()
  const gesture = usePlaceGesture(signerKey, () => placing)
  const armed = placing.armed === signerKey
  return (
    <>
      <button
        type="button"
        aria-pressed={armed}
        aria-label={t`Place field for ${name}`}
        {...gesture.props}
        className={classNames(
          'flex min-h-11 max-w-56 shrink-0 cursor-grab touch-pan-x items-center gap-2 rounded border bg-sheet px-3 text-sm font-medium hover:bg-hover',
          armed ? 'border-accent outline-2 outline-accent' : 'border-line-field',
        )}
      >
        <span aria-hidden="true" className="size-3 shrink-0 rounded-full" style={{ background: color }} />
        <span dir="auto" className="truncate">
          {name}
        </span>
        {placed > 0 && (
          <span className="text-completed">
            <Icon name="check" size={16} />
            <span className="sr-only">
              <Trans>placed</Trans>
            </span>
          </span>
        )}
      </button>
      {gesture.ghost && <DragGhost at={gesture.ghost} type={placing.tool?.type} name={name} color={color} />}
    </>
  )
}
