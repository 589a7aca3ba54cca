import { declineDirect, withdrawSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import type { Person } from '../../../apps/api/src/testing/caller.ts'
import type { Product } from '../../../apps/api/src/testing/product.ts'
import { aSignatureRequest, guestOf, linkIn } from '../../../apps/api/src/testing/signature-request.ts'
import { ben, chiara, luc } from './people.ts'

export async function signAsGuest(product: Product, about: RegExp, signer: { email: string }): Promise<void> {
  const guest = guestOf(linkIn(await product.inbox.next(signer.email, about)))
  const body = {
    signatureRequests: [{ signatureRequestId: guest.requestId, documentSignatures: [] }],
    language: 'en' as const,
    timeZone: 'Europe/Zurich',
  }
  await product.call(signDirect, { body }, guest.as)
}

/** Requests in several states: complete, waiting for others, to sign. */
export async function fillDashboard(product: Product, owner: Person, file: Buffer): Promise<void> {
  const lender = await product.person(ben)
  const request = { owner, documents: [file] }
  await aSignatureRequest(product, { ...request, title: 'Offer 2026-118', signers: [luc, chiara] })
  await signAsGuest(product, /Offer/, luc)
  await signAsGuest(product, /Offer/, chiara)
  await aSignatureRequest(product, { ...request, title: 'Shareholders’ resolution', signers: [luc, chiara] })
  await signAsGuest(product, /resolution/, chiara)
  await aSignatureRequest(product, { ...request, title: 'NDA Helvetia', signers: [chiara] })
  const hers = { email: owner.email, firstName: owner.firstName, lastName: owner.lastName }
  await aSignatureRequest(product, {
    ...request,
    owner: lender,
    title: 'Employment contract',
    signers: [hers],
  })
  await aSignatureRequest(product, { ...request, title: 'Parking space', signers: [hers, luc] })
}

/** What ended without all signatures. */
export async function addEnded(product: Product, owner: Person, file: Buffer): Promise<void> {
  const request = { owner, documents: [file], signers: [luc] }
  const { id } = await aSignatureRequest(product, { ...request, title: 'Garage Seestrasse' })
  const link = linkIn(await product.inbox.next(luc.email, /Garage/))
  await product.call(
    declineDirect,
    { params: { id }, body: { message: 'We don’t need the garage after all.' } },
    guestOf(link).as,
  )
  const second = await aSignatureRequest(product, { ...request, title: 'Purchase order 88' })
  await product.call(withdrawSignatureRequest, { params: { id: second.id }, body: { message: '' } }, owner.as)
}
