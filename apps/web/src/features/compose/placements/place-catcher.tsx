import { useState, type MouseEvent } from 'react'
import { pixelStyle, toPoints } from '#web/features/documents/geometry.ts'
import { FieldFace, faceStyle } from './field-face.tsx'
import { placedAt, type Place } from './field-movement.ts'
import { defaultSize } from './new-placement.ts'
import type { FieldPage, PlacementMode } from './use-placing.ts'

/**
 * Takes the click that places the field, and shows under the pointer where it will be. The keyboard places from the signer's
 * button instead.
 */
export function PlaceCatcher(props: {
  placing: PlacementMode
  signerKey: string
  name: string
  color: string
  page: FieldPage & { pixelsPerPoint: number }
}) {
  const { placing, signerKey, page } = props
  const type = placing.tool?.type ?? 'SIGNATURE'
  const [ghost, setGhost] = useState<Place | null>(null)
  const pointOf = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    return toPoints({ x: event.clientX - box.left, y: event.clientY - box.top }, page.pixelsPerPoint)
  }
  return (
    <div
      aria-hidden="true"
      className="absolute inset-0 cursor-crosshair bg-accent/5"
      onPointerMove={(event) =>
        event.pointerType === 'mouse' && setGhost(placedAt(pointOf(event), page, defaultSize(type)))
      }
      onPointerLeave={() => setGhost(null)}
      onClick={(event) => placing.place(signerKey, page, pointOf(event))}
    >
      {ghost && (
        <div
          data-ghost
          className="pointer-events-none absolute flex items-center justify-center overflow-hidden rounded border-2 border-dashed p-0.5 text-xs font-semibold opacity-80"
          style={{ ...pixelStyle(ghost, page.pixelsPerPoint), ...faceStyle(props.color) }}
        >
          <FieldFace type={type} text={props.name} />
        </div>
      )}
    </div>
  )
}
