import { createStore } from '#web/lib/browser/store.ts'
import { activeDialog, closeDialog } from '#web/ui/dialogs/dialog-store.ts'
import type { BlockingDialog } from './visit.ts'

export const navigationDialogs = 'navigation'

/** The dialog that comes before the page. While there is one, the page does not show. */
export const blocked = createStore<{ dialog: BlockingDialog } | null>(null)

export function block(dialog: BlockingDialog): void {
  if (blocked.get()?.dialog !== dialog || !activeDialog.get()) blocked.set({ dialog })
}

export function release(): void {
  if (!blocked.get()) return
  blocked.set(null)
  closeDialog(navigationDialogs)
}

/** A token that came in an address, until the visitor is asked about it. */
export const offeredToken = createStore<string | null>(null)
