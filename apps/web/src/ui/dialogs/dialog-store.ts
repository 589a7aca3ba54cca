import type { ReactNode } from 'react'
import { createStore } from '#web/lib/browser/store.ts'

/** What an open dialog's or overlay's content gets to work with. */
export interface DialogControls<Action = void> {
  /** Its handler is running: buttons load, nothing closes it. */
  loading: boolean
  /** What the handler failed with; null while nothing has. */
  failure: unknown
  act: (action: Action) => void
  /** The same for a call of the content’s own, after which it may stay open. */
  during: <Result>(work: () => Promise<Result>) => Promise<Result>
  close: () => void
}

export interface DialogRequest<Action = void> {
  /** The noun it belongs to: document, business, profile, general … */
  namespace: string
  name: string
  title: ReactNode
  content: (controls: DialogControls<Action>) => ReactNode
  /** Runs with a loading flag. Where it fails, what is open stays open and `failure` is set. */
  onAction?: (action: Action) => Promise<unknown> | void
  onClose?: () => void
  width?: 'narrow' | 'wide'
  /** Can it be left by Escape or its close button? A dialog unless this is false, an overlay only if it is true. */
  dismissible?: boolean
}

export interface OverlayRequest<Action extends string = string> extends DialogRequest<Action> {
  /** A large icon above the title: a screen that says one thing, centred. */
  mark?: ReactNode
  /** Without it the overlay cannot be left by Escape or a close button. */
  dismissible?: boolean
  /** Asked before Escape or the close button leave it; false where something would be lost, and one is asked first. */
  mayLeave?: () => boolean
}

export interface Active {
  id: number
  request: DialogRequest<never> & Pick<OverlayRequest, 'dismissible' | 'mark' | 'mayLeave'>
  loading: boolean
  failure: unknown
}

export const activeDialog = createStore<Active | null>(null)
export const activeOverlay = createStore<Active | null>(null)
type Host = typeof activeDialog

let lastId = 0

function open(host: Host, request: Active['request']): () => void {
  host.get()?.request.onClose?.()
  const id = ++lastId
  host.set({ id, request, loading: false, failure: null })
  return () => close(host, id)
}

/** Only one dialog is active: another one takes its place. Answers a function that closes it. */
export function openDialog<Action = void>(request: DialogRequest<Action>): () => void {
  return open(activeDialog, request as Active['request'])
}

/** A page of its own over the page. It closes when its handler is done with the action `complete`. */
export function openOverlay<Action extends string = 'complete'>(request: OverlayRequest<Action>): () => void {
  return open(activeOverlay, request as Active['request'])
}

export function closeDialog(namespace?: string): void {
  const active = activeDialog.get()
  if (active && (namespace === undefined || active.request.namespace === namespace))
    close(activeDialog, active.id)
}

export function closeOverlay(): void {
  const active = activeOverlay.get()
  if (active) close(activeOverlay, active.id)
}

export function close(host: Host, id: number): void {
  const active = host.get()
  if (active?.id !== id) return
  host.set(null)
  active.request.onClose?.()
}

function change(host: Host, id: number, part: Partial<Active>): void {
  const active = host.get()
  if (active?.id === id) host.set({ ...active, ...part })
}

/** Runs the handler; closes afterwards if it is still the same one and `closes` says so for this action. */
export async function act(host: Host, id: number, action: unknown, closes: (action: unknown) => boolean) {
  const active = host.get()
  if (active?.id !== id || active.loading) return
  change(host, id, { loading: true, failure: null })
  try {
    await active.request.onAction?.(action as never)
    if (closes(action)) close(host, id)
    else change(host, id, { loading: false })
  } catch (failure) {
    change(host, id, { loading: false, failure })
  }
}
