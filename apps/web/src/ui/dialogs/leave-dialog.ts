import { activeDialog, activeOverlay, close, type Active } from './dialog-store.ts'

export type ModalKind = 'dialog' | 'overlay'

export const hosts = { dialog: activeDialog, overlay: activeOverlay }

/** Can it be left by other ways than its own buttons? */
export function isDismissible(kind: ModalKind, { request }: Active): boolean {
  return request.dismissible ?? kind === 'dialog'
}

/** Leaves it, unless its handler is running or something would be lost, about which it asks. */
export function leave(kind: ModalKind): void {
  const active = hosts[kind].get()
  if (active && isDismissible(kind, active) && !active.loading && active.request.mayLeave?.() !== false)
    close(hosts[kind], active.id)
}

/** During a call of its content’s own, nothing closes it: the outcome is shown there. */
export async function during<Result>(
  kind: ModalKind,
  id: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const load = (loading: boolean) => {
    const active = hosts[kind].get()
    if (active?.id === id) hosts[kind].set({ ...active, loading })
  }
  load(true)
  try {
    return await work()
  } finally {
    load(false)
  }
}

/**
 * Moving back or forward in the browser leads out of what is open first. Answers whether that is all it does: an overlay
 * that can be left by its own buttons alone belongs to its page and stays with it; such a dialog comes before any page.
 */
export function leaveTop(): boolean {
  const kind = activeDialog.get() ? 'dialog' : 'overlay'
  const top = hosts[kind].get()
  if (!top) return false
  leave(kind)
  return kind === 'overlay' || isDismissible(kind, top)
}
