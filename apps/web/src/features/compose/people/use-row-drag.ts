import type { DragEvent } from 'react'
import { useState } from 'react'

/** Moves rows of a list by dragging one onto another. The buttons do the same. */
export function useRowDrag(move: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)

  function end() {
    setFrom(null)
    setOver(null)
  }

  return {
    over: from === over ? null : over,
    rowProps: (index: number) => ({
      onDragOver(event: DragEvent) {
        if (from === null) return
        event.preventDefault()
        setOver(index)
      },
      onDrop(event: DragEvent) {
        if (from === null) return
        event.preventDefault()
        event.stopPropagation()
        if (from !== index) move(from, index)
        end()
      },
    }),
    /** For the part one takes hold of, so that text in the row can still be selected. */
    handleProps: (index: number) => ({
      draggable: true,
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', String(index))
        setFrom(index)
      },
      onDragEnd: end,
    }),
  }
}
