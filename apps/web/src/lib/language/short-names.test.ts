import { describe, expect, it } from 'vitest'
import { shortNames } from './short-names.ts'

const person = (name: string, email = 'someone@example.org') => ({ name, email })

describe('short names', () => {
  it('are first names, without a title', () => {
    expect(shortNames([person('Chiara Rossi'), person('Dr. Ben Ott')])).toEqual(['Chiara', 'Ben'])
  })
  it('are whole names where two people share the first one', () => {
    const people = [person('Ben Ott'), person('Ben Frei'), person('Zoë Keller')]
    expect(shortNames(people)).toEqual(['Ben Ott', 'Ben Frei', 'Zoë'])
  })
  it('are the address where there is no name, and the whole name of a group', () => {
    const people = [person('', 'luc@example.org'), person('Legal team', '')]
    expect(shortNames(people)).toEqual(['luc@example.org', 'Legal team'])
  })
})
