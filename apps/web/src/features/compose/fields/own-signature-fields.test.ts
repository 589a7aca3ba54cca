import { expect, it } from 'vitest'
import { aRequest, aSignature } from '#web/testing/signature-request.ts'
import { type Draft, draftOf } from '../drafts/draft.ts'
import { problemsOfCertified, signerOfOwnField, withOwnField } from './own-signature-fields.ts'

const signers = [aSignature({ sid: 'anna' }), aSignature({ sid: 'willa' })]
const draft: Draft = { ...draftOf(aRequest({ signatures: signers }), ''), documentIds: ['lease'], fields: [] }
const certified = { id: 'lease', form_problem: 'certified' as const }
const inField = (signerKey: string, formField: string) => ({ signerKey, documentId: 'lease', formField })
const onPage = (signerKey: string) => ({
  ...{ signerKey, documentId: 'lease', formField: null, page: 0 },
  place: { x: 5, y: 5, width: 180, height: 60 },
})

it('a certified document is sent once everyone who signs it has one of its own fields', () => {
  const missing = [{ step: 'fields', code: 'own_field_missing', documentId: 'lease' }]
  const withFields = (...fields: Draft['fields'][number][]) =>
    problemsOfCertified({ ...draft, fields }, [certified])
  expect(withFields()).toEqual(missing)
  expect(withFields(inField('anna', 'Tenant'))).toEqual(missing)
  expect(withFields(inField('anna', 'Tenant'), onPage('willa'))).toEqual(missing)
  expect(withFields(inField('anna', 'Tenant'), inField('willa', 'Landlord'))).toEqual([])
})

it('a document that is not certified takes signatures anywhere', () => {
  expect(problemsOfCertified(draft, [{ id: 'lease', form_problem: null }])).toEqual([])
  expect(problemsOfCertified(draft, [{ id: 'lease', form_problem: 'signed' }])).toEqual([])
})

it('a signature field of the document is given to a signer, to another one, and to no one', () => {
  const tenant = { documentId: 'lease', formField: 'Tenant' }
  const placed: Draft = { ...draft, fields: [onPage('anna'), onPage('willa')] }
  const annas = withOwnField(placed, tenant, 'anna')
  expect(annas.fields).toEqual([onPage('willa'), inField('anna', 'Tenant')])
  const willas = withOwnField(annas, tenant, 'willa')
  expect(willas.fields).toEqual([inField('willa', 'Tenant')])
  expect(signerOfOwnField(willas, tenant)).toBe('willa')
  const free = withOwnField(willas, tenant, null)
  expect(free.fields).toEqual([])
  expect(signerOfOwnField(free, tenant)).toBeNull()
})
