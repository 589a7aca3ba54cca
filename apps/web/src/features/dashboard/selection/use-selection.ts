import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import { useRef, useState } from 'react'
import { afterPress } from './selection.ts'

export interface Selection {
  /** Of the rows that show. */
  readonly items: readonly ListItem[]
  has: (id: string) => boolean
  press: (id: string, shift: boolean) => void
  all: () => void
  keep: (ids: readonly string[]) => void
}

/** Which rows of the page are selected. Rows that are not shown any longer are not. */
export function useSelection(shown: readonly ListItem[]): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  return {
    items: shown.filter(({ id }) => selected.has(id)),
    has: (id) => selected.has(id),
    press(id, shift) {
      const ids = shown.map((item) => item.id)
      setSelected(afterPress(selected, { ids, last: last.current, id, shift }))
      last.current = id
    },
    all: () => setSelected(new Set(shown.map(({ id }) => id))),
    keep: (ids) => setSelected(new Set(ids)),
  }
}
