import type { Undo } from './temporary-database.ts'

/** Works once, however often it is called. */
export function removable(undo: Undo, work: () => Promise<void>): () => Promise<void> {
  let removed: Promise<void> | undefined
  const remove = () => (removed ??= work())
  const takeBack = undo(remove)
  return async () => {
    await remove()
    takeBack()
  }
}
