import { Trans, useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useRef } from 'react'
import { useObjectUrl } from '#web/lib/browser/use-object-url.ts'
import { classNames } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { Crop, Edge, Size } from './crop.ts'
import { edges, insetOf, movedBy, withInset } from './crop.ts'
import type { Upload } from '../draft.ts'

interface CropProps {
  upload: Upload
  onCrop: (crop: Crop) => void
}

/** Cuts a picture by its edges: with the pointer, with the arrow keys, or in pixels. */
export function CropFrame({ upload, onCrop }: CropProps) {
  const { t } = useLingui()
  const url = useObjectUrl(upload.file)
  const area = useRef<HTMLDivElement>(null)
  const { bitmap, crop } = upload
  const labels: Record<Edge, string> = {
    left: t`Crop left`,
    top: t`Crop top`,
    right: t`Crop right`,
    bottom: t`Crop bottom`,
  }
  const scale = () => bitmap.width / (area.current?.getBoundingClientRect().width || bitmap.width)
  const cut = (edge: Edge, inset: number) => onCrop(withInset(crop, bitmap, edge, inset))
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">
        <Trans>Crop to your signature</Trans>
      </legend>
      <div className="flex justify-center overflow-hidden rounded bg-hover p-6">
        <div
          ref={area}
          className="relative"
          style={{ width: `min(100%, ${(20 * bitmap.width) / bitmap.height}rem)` }}
        >
          {url && <img src={url} alt="" draggable={false} className="block w-full bg-document" />}
          <div className="absolute inset-0 overflow-hidden">
            <MovablePart crop={crop} size={bitmap} scale={scale} onCrop={onCrop} />
          </div>
          {edges.map((edge) => (
            <Handle
              key={edge}
              edge={edge}
              label={labels[edge]}
              crop={crop}
              size={bitmap}
              scale={scale}
              onInset={(inset) => cut(edge, inset)}
            />
          ))}
        </div>
      </div>
      <div className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {edges.map((edge) => (
          <TextField
            key={edge}
            type="number"
            inputMode="numeric"
            min={0}
            label={labels[edge]}
            value={insetOf(crop, bitmap, edge)}
            onChange={(event) => cut(edge, event.target.valueAsNumber)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface PartProps {
  crop: Crop
  size: Size
  /** Picture pixels for a pixel of the screen. */
  scale: () => number
}

function percent(part: number, of: number): string {
  return `${(100 * part) / of}%`
}

/** What stays, with the rest in the shade; it can be moved as a whole. */
function MovablePart({ crop, size, scale, onCrop }: PartProps & { onCrop: (crop: Crop) => void }) {
  const drag = useDrag((dx, dy, from) => onCrop(movedBy(from, size, dx * scale(), dy * scale())), crop)
  return (
    <div
      {...drag}
      className="absolute cursor-move touch-none border-2 border-accent"
      style={{
        left: percent(crop.left, size.width),
        top: percent(crop.top, size.height),
        width: percent(crop.width, size.width),
        height: percent(crop.height, size.height),
        boxShadow: '0 0 0 9999px var(--scrim)',
      }}
    />
  )
}

function Handle(props: PartProps & { edge: Edge; label: string; onInset: (inset: number) => void }) {
  const { edge, crop, size, scale, onInset } = props
  const inset = insetOf(crop, size, edge)
  const sideways = edge === 'left' || edge === 'right'
  const inward = edge === 'left' || edge === 'top' ? 1 : -1
  const drag = useDrag((dx, dy, from) => onInset(from + inward * (sideways ? dx : dy) * scale()), inset)

  function onKeyDown(event: KeyboardEvent) {
    const direction = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
    if (direction === undefined) return
    event.preventDefault()
    const step = Math.max(1, Math.round((sideways ? size.width : size.height) / (event.shiftKey ? 10 : 100)))
    onInset(inset + inward * direction * step)
  }

  const length = sideways ? size.width : size.height
  const [middleX, middleY] = [crop.left + crop.width / 2, crop.top + crop.height / 2]
  const x = edge === 'left' ? crop.left : edge === 'right' ? crop.left + crop.width : middleX
  const y = edge === 'top' ? crop.top : edge === 'bottom' ? crop.top + crop.height : middleY
  return (
    <div
      {...drag}
      role="slider"
      tabIndex={0}
      aria-label={props.label}
      aria-orientation={sideways ? 'horizontal' : 'vertical'}
      aria-valuemin={0}
      aria-valuemax={length}
      aria-valuenow={inset}
      onKeyDown={onKeyDown}
      className={classNames(
        'absolute grid size-11 -translate-1/2 touch-none place-items-center rounded-full',
        sideways ? 'cursor-ew-resize' : 'cursor-ns-resize',
      )}
      style={{ left: percent(x, size.width), top: percent(y, size.height) }}
    >
      <span
        className={classNames(
          'rounded-full border-2 border-sheet bg-accent',
          sideways ? 'h-8 w-3' : 'h-3 w-8',
        )}
      />
    </div>
  )
}

/** Follows the pointer from where it went down, and from what held there. */
function useDrag<Value>(onDrag: (dx: number, dy: number, from: Value) => void, value: Value) {
  const start = useRef<{ x: number; y: number; value: Value } | null>(null)
  return {
    onPointerDown(event: PointerEvent) {
      if (!event.isPrimary || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { x: event.clientX, y: event.clientY, value }
    },
    onPointerMove(event: PointerEvent) {
      const from = start.current
      if (from) onDrag(event.clientX - from.x, event.clientY - from.y, from.value)
    },
    onPointerUp: () => (start.current = null),
    onPointerCancel: () => (start.current = null),
  }
}
