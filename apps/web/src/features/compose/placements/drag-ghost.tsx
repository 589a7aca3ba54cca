import type { PlacementType } from './placements.ts'
import { FieldFace, faceStyle } from './field-face.tsx'

/** The field under the pointer while it is dragged from a signer's button to a page. */
export function DragGhost({
  at,
  type,
  name,
  color,
}: {
  at: { x: number; y: number }
  /** Left out: a signature. */
  type?: PlacementType | undefined
  name: string
  color: string
}) {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none fixed z-50 grid h-12 w-36 -translate-1/2 place-items-center rounded border-2 border-dashed px-1 text-xs font-semibold opacity-80"
      style={{ left: at.x, top: at.y, ...faceStyle(color) }}
    >
      <FieldFace type={type} text={name} />
    </span>
  )
}
