import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  act,
  activeDialog,
  activeOverlay,
  closeDialog,
  closeOverlay,
  openDialog,
  openOverlay,
} from './dialog-store.ts'

const request = { namespace: 'document', name: 'withdraw', title: 'Withdraw request', content: () => null }
const always = () => true

afterEach(() => {
  closeDialog()
  closeOverlay()
})

describe('the dialog host', () => {
  it('has one active dialog: another takes its place and the first is told', () => {
    const onClose = vi.fn<() => void>()
    const closeFirst = openDialog({ ...request, onClose })
    openDialog({ ...request, name: 'delegate' })
    expect(onClose).toHaveBeenCalledOnce()
    closeFirst()
    expect(activeDialog.get()?.request.name).toBe('delegate')
  })

  it('loads while the handler runs and closes afterwards', async () => {
    let finish = () => {}
    openDialog({ ...request, onAction: () => new Promise<void>((resolve) => (finish = resolve)) })
    const running = act(activeDialog, activeDialog.get()!.id, undefined, always)
    expect(activeDialog.get()?.loading).toBe(true)
    finish()
    await running
    expect(activeDialog.get()).toBeNull()
  })

  it('runs a handler once however often the button is pressed', async () => {
    const onAction = vi.fn<() => Promise<void>>(() => Promise.resolve())
    openDialog({ ...request, onAction })
    const { id } = activeDialog.get()!
    await Promise.all([act(activeDialog, id, 1, always), act(activeDialog, id, 1, always)])
    expect(onAction).toHaveBeenCalledOnce()
  })

  it('leaves a dialog alone that was opened while the handler ran', async () => {
    openDialog({ ...request, onAction: () => void openDialog({ ...request, name: 'second' }) })
    await act(activeDialog, activeDialog.get()!.id, undefined, always)
    expect(activeDialog.get()).toMatchObject({ loading: false, request: { name: 'second' } })
  })

  it('stays open and keeps what went wrong', async () => {
    const failure = new Error('no')
    openDialog({ ...request, onAction: () => Promise.reject(failure) })
    await act(activeDialog, activeDialog.get()!.id, undefined, always)
    expect(activeDialog.get()).toMatchObject({ loading: false, failure })
  })

  it('closes by namespace', () => {
    openDialog(request)
    closeDialog('business')
    expect(activeDialog.get()).not.toBeNull()
    closeDialog('document')
    expect(activeDialog.get()).toBeNull()
  })
})

describe('the overlay host', () => {
  it('closes when the action is complete and stays otherwise', async () => {
    openOverlay<'complete' | 'again'>({ ...request, onAction: () => Promise.resolve() })
    const { id } = activeOverlay.get()!
    const closes = (action: unknown) => action === 'complete'
    await act(activeOverlay, id, 'again', closes)
    expect(activeOverlay.get()?.loading).toBe(false)
    await act(activeOverlay, id, 'complete', closes)
    expect(activeOverlay.get()).toBeNull()
  })
})
