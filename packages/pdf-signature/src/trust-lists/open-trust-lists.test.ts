import { expect, test } from 'vitest'
import { aHolder, aPki } from '../cms/testing/sample-authority.ts'
import { aTrustList } from '../testing/trust-list-builder.ts'
import { openTrustLists } from './open-trust-lists.ts'

const commission = aHolder({ name: 'Commission' })
const liechtenstein = aHolder({ name: 'Liechtenstein' })
const known = [commission.certificate.raw]
const services = [{ certificate: aPki().issuing.certificate.raw }]
const pointers = [{ territory: 'LI', signer: liechtenstein.certificate.raw }]
const listOfLists = aTrustList({ territory: 'EU', pointers }, commission)

const open = (...files: Buffer[]) => {
  const { lists, refused } = openTrustLists(files, known)
  return {
    used: lists.map(({ territory, sequenceNumber }) => `${territory} ${sequenceNumber}`),
    refused: refused.map(({ index, code }) => `${index} ${code}`),
  }
}

test('a signer whom the list of lists names for one territory signs no list of another', () => {
  const [own, other] = ['LI', 'CH'].map((territory) => aTrustList({ territory, services }, liechtenstein))
  if (!own || !other) throw new Error('no lists')
  expect(open(listOfLists, own, other)).toEqual({ used: ['EU 7', 'LI 7'], refused: ['2 signer_unknown'] })
})

test('a list that is no list of lists names no signers of others', () => {
  const national = aTrustList({ territory: 'AT', pointers, isListOfLists: false }, commission)
  const own = aTrustList({ territory: 'LI', services }, liechtenstein)
  expect(open(national, own)).toEqual({ used: ['AT 7'], refused: ['1 signer_unknown'] })
})

test('of two lists of a territory the one with the higher number is used, whatever the order', () => {
  const [older, newer] = [8, 9].map((sequenceNumber) =>
    aTrustList({ territory: 'DE', sequenceNumber, services }, commission),
  )
  if (!older || !newer) throw new Error('no lists')
  expect(open(older, newer)).toEqual({ used: ['DE 9'], refused: ['0 superseded'] })
  expect(open(newer, older)).toEqual({ used: ['DE 9'], refused: ['1 superseded'] })
  expect(open(newer, newer)).toEqual({ used: ['DE 9'], refused: ['1 superseded'] })
})

test('the signers that an older list of lists names sign nothing any longer', () => {
  const next = aTrustList({ territory: 'EU', sequenceNumber: 8, isListOfLists: true }, commission)
  const own = aTrustList({ territory: 'LI', services }, liechtenstein)
  expect(open(listOfLists, next, own)).toEqual({
    used: ['EU 8'],
    refused: ['0 superseded', '2 signer_unknown'],
  })
})
