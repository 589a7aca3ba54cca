import { afterEach, describe, expect, it } from 'vitest'
import { dismissSnackbar, showSnackbar, snackbars } from './snackbar-store.ts'

afterEach(() => snackbars.set([]))

describe('messages', () => {
  it('wait for each other, and each shows for three seconds unless it says otherwise', () => {
    showSnackbar('first')
    showSnackbar('second', { indefinite: true, dismissible: false })
    expect(snackbars.get()).toMatchObject([
      { message: 'first', duration: 3000, indefinite: false, dismissible: true, action: null, attach: null },
      { message: 'second', indefinite: true, dismissible: false },
    ])
    dismissSnackbar(snackbars.get()[0]!.id)
    expect(snackbars.get()).toMatchObject([{ message: 'second' }])
  })

  it('can be taken back before they show', () => {
    showSnackbar('first')
    const takeBack = showSnackbar('second')
    takeBack()
    expect(snackbars.get()).toMatchObject([{ message: 'first' }])
  })
})
