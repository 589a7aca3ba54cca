import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { shownWords } from '#web/testing/shown-words.ts'
import { aRequest, aSignature } from '#web/testing/signature-request.ts'
import { EndScreen } from './end-screen.tsx'
import { SignedScreen } from './signed-screen.tsx'

beforeAll(() => void vi.stubGlobal('location', { search: '' }))
afterAll(() => void vi.unstubAllGlobals())

const mara = { name: 'Mara Lindt', email: 'mara@example.org' }
/** It has no address that anyone could write to. */
const apiUser = { name: 'Payroll', email: '' }
const nothing = () => undefined

const end = (situation: string, change: Partial<SignatureRequest> = {}, delegatedTo: string | null = null) =>
  shownWords(EndScreen, {
    ...{ request: aRequest({ owner: mara, ...change }), situation, delegatedTo, onLook: nothing },
  })
const signed = (change: Partial<SignatureRequest>, notify = true) =>
  shownWords(SignedScreen, {
    request: aRequest({
      owner: mara,
      signatures: [aSignature({ status_code: 'SIGNED', notify })],
      ...change,
    }),
    download: () => Promise.reject(new Error('not here')),
    onLook: nothing,
  })

test('a link says how its request ended, what was said, and to whom one may write', () => {
  const declined = [aSignature({ status_code: 'DECLINED', decline_message: 'Too dear.' })]
  expect(end('declined', { signatures: declined })).toMatch(
    /^You declined to sign Lease .* Mara Lindt has been notified\. .* Too dear\. View document Email Mara Lindt$/,
  )
  expect(end('withdrawn', { withdraw_message: 'A new one follows.' })).toMatch(
    /^Mara Lindt has withdrawn this request .* A new one follows\. View document Email Mara Lindt$/,
  )
  const expiration_date = '2026-03-01T12:00:00.000Z'
  expect(end('expired', { expiration_date })).toContain('It ended on 1 Mar 2026.')
})

test('a link that was delegated leads neither to the document nor to the sender', () => {
  expect(end('to_sign', {}, 'noor@example.org')).toBe(
    'You’ve delegated this document Lease We’ve emailed noor@example.org, who will sign instead of you. You can close this page.',
  )
})

test('an API user is neither said to be notified nor offered to be written to', () => {
  const signatures = [aSignature({ status_code: 'DECLINED' })]
  expect(end('declined', { owner: apiUser, signatures })).toMatch(
    /You don’t need to do anything\. View document$/,
  )
  expect(signed({ owner: apiUser, status_overall: 'SIGNED' })).toContain(
    'Everyone has signed. The signed document is ready.',
  )
})

test('a signer is told when the signed document comes, and how', () => {
  expect(signed({})).toContain('We’ll email you the signed document when everyone has signed.')
  expect(signed({}, false)).toContain('Others still need to sign. You can close this page.')
  expect(signed({ status_overall: 'SIGNED' })).toContain(
    'Everyone has signed. Mara Lindt has been notified and the signed document is ready. Download the signed document',
  )
})

test('where the link hides the download, the document is promised by email alone', () => {
  vi.stubGlobal('location', { search: '?hide_download' })
  const hidden = signed({ status_overall: 'SIGNED' })
  expect(hidden).toContain('and Mara Lindt has been notified. We’ll email you the signed document.')
  expect(hidden).not.toContain('Download')
  expect(signed({ status_overall: 'SIGNED' }, false)).not.toContain('We’ll email you')
})
