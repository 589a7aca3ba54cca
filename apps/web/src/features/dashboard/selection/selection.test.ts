import { describe, expect, it } from 'vitest'
import { afterPress, rangeOf } from './selection.ts'

const ids = ['a', 'b', 'c', 'd']
const press = (id: string, last: string | null = null, shift = false) => ({ ids, last, id, shift })

describe('selecting rows', () => {
  it('turns one on and off', () => {
    const one = afterPress(new Set(), press('b'))
    expect([...one]).toEqual(['b'])
    expect([...afterPress(one, press('b'))]).toEqual([])
  })

  it('with Shift takes all from the last one pressed, in either direction', () => {
    expect([...afterPress(new Set(['b']), press('d', 'b', true))].sort()).toEqual(['b', 'c', 'd'])
    expect([...afterPress(new Set(['d']), press('b', 'd', true))].sort()).toEqual(['b', 'c', 'd'])
  })

  it('with Shift on a selected one takes all of them out', () => {
    expect([...afterPress(new Set(ids), press('c', 'b', true))]).toEqual(['a', 'd'])
  })

  it('with Shift takes the one alone where the last is not in the list any longer', () => {
    expect(rangeOf(ids, 'gone', 'c')).toEqual(['c'])
    expect(rangeOf(ids, null, 'c')).toEqual(['c'])
    expect(rangeOf(ids, 'a', 'gone')).toEqual([])
  })
})
