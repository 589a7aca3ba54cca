import type { Connection } from '../connect.ts'

export interface TemporaryDatabase {
  readonly connection: Connection
  remove(): Promise<void>
}

/** Takes what has to be undone even where the process is ended by a signal; what it answers takes that back. */
export type Undo = (work: () => Promise<void>) => () => void

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
