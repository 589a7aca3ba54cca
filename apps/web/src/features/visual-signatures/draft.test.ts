import type { VisualSignature } from '@countersign/contract/visual-signatures.ts'
import { describe, expect, it } from 'vitest'
import { contentOf, draftOf, isChanged, newDraft, pictureSource, type Draft } from './draft.ts'
import { addStroke, noInk } from './handwriting/ink.ts'

const free = { canUpdate: true, defaultValue: true }
const permissions = { date: free, claim: free, std: free }
const existing: VisualSignature = {
  id: '00000000-0000-4000-8000-000000000001',
  alias: 'Mine',
  kind: 'typed',
  name: 'Anna Keller',
  optionalLine: null,
  location: 'Bern',
  displayDate: true,
  displayClaim: false,
  displayStandards: false,
  language: 'de',
  hasCustomImage: true,
  default: true,
  quality: 'SES',
  legislation: null,
  provider: null,
  placeholder: 'Unterschrift',
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
}
const draft = draftOf(existing, permissions)
const inked = addStroke(noInk, [[1, 2, 0.5]], false)

describe('what is in the editor', () => {
  it('is unchanged until something is typed', () => {
    expect(isChanged(draft, draft)).toBe(false)
    expect(isChanged({ ...draft, location: 'Basel' }, draft)).toBe(true)
    expect(isChanged({ ...draft, location: 'Bern' }, draft)).toBe(false)
  })

  it('is sent with an empty line as none, and trimmed', () => {
    const sent = contentOf({ ...draft, name: ' Anna ', optionalLine: '  ', location: ' Bern' })
    expect(sent).toMatchObject({ name: 'Anna', optionalLine: null, location: 'Bern', displayClaim: false })
  })

  it('shows what the business decides, for a new and for a kept one', () => {
    const decided = { ...permissions, date: { canUpdate: false, defaultValue: false } }
    expect(draftOf(existing, decided)).toMatchObject({ displayDate: false, displayClaim: false })
    const fresh = newDraft({ name: 'Anna', alias: 'New', language: 'de', permissions: decided })
    expect(fresh).toMatchObject({ displayDate: false, displayClaim: true, displayStandards: true })
  })
})

describe('the picture', () => {
  const source = (part: Partial<Draft>, of: VisualSignature | null = existing) =>
    pictureSource({ ...draft, ...part }, of)

  it('stays as it is kept until the name or the font changes', () => {
    expect(source({})).toBe('as-kept')
    expect(source({ location: 'Basel' })).toBe('as-kept')
    expect(source({ name: 'Anna Meier' })).toBe('typed')
    expect(source({ font: 'Caveat' })).toBe('typed')
  })

  it('is missing where another kind was chosen and nothing made yet', () => {
    expect(source({ kind: 'drawn' })).toBe('missing-ink')
    expect(source({ kind: 'uploaded' })).toBe('missing-upload')
    expect(source({ kind: 'drawn', ink: inked })).toBe('ink')
    expect(source({ kind: 'text' })).toBe('none')
  })

  it('of a drawn one stays for as long as nothing is drawn again', () => {
    const drawn = { ...existing, kind: 'drawn' as const }
    expect(source({ kind: 'drawn' }, drawn)).toBe('as-kept')
    expect(source({ kind: 'drawn', ink: inked }, drawn)).toBe('ink')
    expect(source({ kind: 'drawn' }, { ...drawn, hasCustomImage: false })).toBe('missing-ink')
  })
})
