/** The ids between two rows, both included, in the list's order. */
export function rangeOf(ids: readonly string[], from: string | null, to: string): readonly string[] {
  const start = from === null ? -1 : ids.indexOf(from)
  const end = ids.indexOf(to)
  if (end === -1) return []
  if (start === -1) return [to]
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** What is selected after one was pressed: it alone changes, or with Shift all from the last one pressed do as it does. */
export function afterPress(
  selected: ReadonlySet<string>,
  press: {
    readonly ids: readonly string[]
    readonly last: string | null
    readonly id: string
    readonly shift: boolean
  },
): ReadonlySet<string> {
  const next = new Set(selected)
  const on = !selected.has(press.id)
  const pressed = press.shift ? rangeOf(press.ids, press.last, press.id) : [press.id]
  for (const id of pressed) {
    if (on) next.add(id)
    else next.delete(id)
  }
  return next
}
