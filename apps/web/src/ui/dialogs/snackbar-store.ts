import type { ReactNode } from 'react'
import { createStore } from '#web/lib/browser/store.ts'

export interface Snackbar {
  id: number
  message: ReactNode
  color: 'neutral' | 'success' | 'error'
  /** Milliseconds; `indefinite` means none. */
  duration: number
  indefinite: boolean
  dismissible: boolean
  action: { text: string; handler: () => void } | null
  /** The part of the page it is in; null: at the bottom of the window. */
  attach: HTMLElement | null
}

export const snackbars = createStore<readonly Snackbar[]>([])
let lastId = 0

/** Queues a message: the first one shows, the next when it is gone. Answers a function that takes it back. */
export function showSnackbar(
  message: ReactNode,
  options: Partial<Omit<Snackbar, 'id' | 'message'>> = {},
): () => void {
  const id = ++lastId
  const snackbar: Snackbar = {
    id,
    message,
    color: 'neutral',
    duration: 3000,
    indefinite: false,
    dismissible: true,
    action: null,
    attach: null,
    ...options,
  }
  snackbars.set([...snackbars.get(), snackbar])
  return () => dismissSnackbar(id)
}

export function dismissSnackbar(id: number): void {
  snackbars.set(snackbars.get().filter((snackbar) => snackbar.id !== id))
}
