// Drafts that are begun with files: the files on their way from where they were dropped to the page that uploads them, and
// drafts of which none has been accepted so far. One module, because the same two pages load both.

/** In memory, taken once. */
let waiting: readonly File[] = []

export function putFiles(files: readonly File[]): void {
  waiting = [...files]
}

export function takeFiles(): readonly File[] {
  const taken = waiting
  waiting = []
  return taken
}

const key = 'countersign.unused-drafts'

export function unusedDrafts(): readonly string[] {
  return localStorage.getItem(key)?.split(' ') ?? []
}

export function noteUnusedDraft(id: string): void {
  if (!unusedDrafts().includes(id)) keep([...unusedDrafts(), id])
}

export function forgetUnusedDraft(id: string): void {
  if (unusedDrafts().includes(id)) keep(unusedDrafts().filter((one) => one !== id))
}

function keep(ids: readonly string[]): void {
  if (ids.length > 0) localStorage.setItem(key, ids.join(' '))
  else localStorage.removeItem(key)
}

// Browsers have locks for pages over https only (and on localhost). Elsewhere nothing is removed.
const locks: LockManager | undefined = navigator.locks
const lockName = (id: string) => `countersign.draft ${id}`

/** Says that a page shows this draft, until the answer is called. */
export function holdDraft(id: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  void locks?.request(lockName(id), { mode: 'shared' }, () => promise)
  return resolve
}

/** Runs if no page shows this draft. */
export async function ifNotShown(id: string, run: () => Promise<void>): Promise<void> {
  await locks?.request(lockName(id), { ifAvailable: true }, async (lock) => {
    if (lock) await run()
  })
}
