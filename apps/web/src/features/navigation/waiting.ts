import { createStore } from '#web/lib/store.ts'
import { activeDialog, closeDialog } from '#web/ui/dialog-store.ts'
import type { HoldDialog } from './visit.ts'

export const navigationDialogs = 'navigation'

/** The dialog that comes before the page. While there is one, the page does not show. */
export const held = createStore<{ dialog: HoldDialog } | null>(null)

export function hold(dialog: HoldDialog): void {
  if (held.get()?.dialog !== dialog || !activeDialog.get()) held.set({ dialog })
}

export function release(): void {
  if (!held.get()) return
  held.set(null)
  closeDialog(navigationDialogs)
}

/** A token that came in an address, until the visitor is asked about it. */
export const offeredToken = createStore<string | null>(null)
