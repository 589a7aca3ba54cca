/** Where the arrow keys lead in a list of suggestions; -1 is the field itself. Null: the key means something else. */
export function movedBy(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return at + 1 < count ? at + 1 : -1
  if (key === 'ArrowUp') return at === -1 ? count - 1 : at - 1
  return null
}
