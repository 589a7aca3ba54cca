import type { SaveState } from './draft-saver.ts'

/** `told`: a notice of the page says it. `part`: the rest was saved, but for a field that is marked. */
export type SaveAnnouncement = 'none' | 'told' | 'part' | 'again'

/**
 * What a screen reader is told of a save, given what it was told before: a failure, and that the draft is safe again. Each
 * save that succeeds would interrupt its reader every other second.
 */
export function nextAnnouncement(
  before: SaveAnnouncement,
  { state, isPartlySaved }: { readonly state: SaveState; readonly isPartlySaved: boolean },
): SaveAnnouncement {
  if (state === 'failed' || state === 'conflict') return 'told'
  if (state === 'saved' && isPartlySaved) return 'part'
  const wasUnsaved = before === 'told' || before === 'part'
  if (state === 'saved') return wasUnsaved ? 'again' : before
  // A save on its way says nothing about the failure before it.
  return wasUnsaved ? before : 'none'
}
