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
import { during, leaveTop } from './leave-dialog.ts'

const request = { namespace: 'document', name: 'withdraw', title: 'Withdraw request', content: () => null }

afterEach(() => {
  closeDialog()
  closeOverlay()
})

describe('the way back', () => {
  it('leads off the page where nothing is open', () => {
    expect(leaveTop()).toBe(false)
  })

  it('closes the dialog first, then the overlay under it, and only then leads off the page', () => {
    openOverlay({ ...request, dismissible: true })
    openDialog(request)
    expect(leaveTop()).toBe(true)
    expect(activeDialog.get()).toBeNull()
    expect(activeOverlay.get()).not.toBeNull()
    expect(leaveTop()).toBe(true)
    expect(activeOverlay.get()).toBeNull()
    expect(leaveTop()).toBe(false)
  })

  it('asks first where something would be lost', () => {
    const mayLeave = vi.fn<() => boolean>(() => false)
    openOverlay({ ...request, dismissible: true, mayLeave })
    expect(leaveTop()).toBe(true)
    expect(mayLeave).toHaveBeenCalledOnce()
    expect(activeOverlay.get()).not.toBeNull()
  })

  it('waits for what is being carried out', async () => {
    let finish = () => {}
    openDialog({ ...request, onAction: () => new Promise<void>((resolve) => (finish = resolve)) })
    const running = act(activeDialog, activeDialog.get()!.id, undefined, () => true)
    expect(leaveTop()).toBe(true)
    expect(activeDialog.get()).not.toBeNull()
    finish()
    await running
  })

  it('waits for a call of the content’s own, and for nothing after that', async () => {
    openOverlay({ ...request, dismissible: true })
    let fail = () => {}
    const work = () => new Promise<void>((_, reject) => (fail = () => reject(new Error('declined'))))
    const running = during('overlay', activeOverlay.get()!.id, work)
    expect(leaveTop()).toBe(true)
    expect(activeOverlay.get()).toMatchObject({ loading: true })
    fail()
    await expect(running).rejects.toThrow('declined')
    expect(leaveTop()).toBe(true)
    expect(activeOverlay.get()).toBeNull()
  })

  it('stays where only buttons lead out of an overlay, such as codes that are shown once', () => {
    openOverlay(request)
    expect(leaveTop()).toBe(true)
    expect(activeOverlay.get()).not.toBeNull()
  })

  it('is free where only buttons lead out of a dialog, which comes before every page', () => {
    openDialog({ ...request, dismissible: false })
    expect(leaveTop()).toBe(false)
    expect(activeDialog.get()).not.toBeNull()
  })
})
