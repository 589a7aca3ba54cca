import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { shownWords } from '#web/testing/shown-words.ts'
import { aRequest, aSignature, mayDo } from '#web/testing/signature-request.ts'
import { SituationNotice } from './situation-notice.tsx'

beforeAll(() => void vi.stubGlobal('location', { search: '' }))
afterAll(() => void vi.unstubAllGlobals())

const says = (change: Partial<SignatureRequest>) => shownWords(SituationNotice, { request: aRequest(change) })
const mine = (change: Parameters<typeof aSignature>[0] = {}) => [aSignature(change)]
const owner = { role: 'owner', status: 'WAITING', can: mayDo() } as const

test('a page says how a request ended, with what was said', () => {
  const withdrawn = { status_overall: 'WITHDRAWN', withdraw_message: 'A new one follows.' } as const
  expect(says(withdrawn)).toMatch(/^The sender withdrew this signature request .* A new one follows\.$/)
  expect(says({ ...withdrawn, viewer: owner })).toMatch(/^You withdrew .* notified\. A new one follows\.$/)
  const declined = (is_viewer: boolean) =>
    says({
      status_overall: 'DECLINED',
      signatures: mine({ is_viewer, status_code: 'DECLINED', decline_message: 'Too dear.' }),
    })
  expect(declined(false)).toMatch(/^Anna Muster declined to sign .* Too dear\.$/)
  expect(declined(true)).toMatch(/^You declined to sign .* Too dear\.$/)
  const expiration_date = '2026-03-01T12:00:00.000Z'
  expect(says({ status_overall: 'EXPIRED', expiration_date })).toContain('It ended on 1 Mar 2026.')
})

test('a page says of a request that failed whether its file is the cause', () => {
  const failed = (error: string) => {
    const signing = { status: 'ERROR', error } as never
    return says({ status_overall: 'ERROR', signatures: mine({ signing }) })
  }
  expect(failed('document_not_signable')).toContain('a signature in it wouldn’t be valid')
  expect(failed('signing_failed')).toContain('The documents are safe.')
})

test('an email is promised only to signers whom the service emails', () => {
  const waiting = (notify: boolean, status_code: 'WAITING' | 'SIGNED') =>
    says({ signatures: mine({ notify, status_code }) })
  expect(waiting(true, 'WAITING')).toBe(
    'It’s not your turn yet Others sign first. We’ll email you when it’s your turn.',
  )
  expect(waiting(false, 'WAITING')).toBe('It’s not your turn yet Others sign first.')
  expect(waiting(true, 'SIGNED')).toContain('We’ll email you the signed document')
  expect(waiting(false, 'SIGNED')).toBe('You have signed Others still need to sign.')
})

test('the signed document is said to be ready for download unless the link hides it', () => {
  expect(says({ status_overall: 'SIGNED' })).toBe(
    'Everyone has signed The signed document is ready to download.',
  )
  vi.stubGlobal('location', { search: '?hideDownload=true' })
  expect(says({ status_overall: 'SIGNED' })).toBe('Everyone has signed')
})
