import type * as contract from '@countersign/contract/signature-request-shapes.ts'
import { findBusinessOf } from '#api/business/businesses/find-business-of.ts'
import { presentPublicInformation } from '#api/business/businesses/presenter.ts'
import type { Context } from '#api/providers/context.ts'
import type { SignatureRequest } from './signature-request.ts'

/** Adds the business of the person who sends it: its logo is on the page, and whom to ask. */
export async function withBusiness(
  { db }: Pick<Context, 'db'>,
  shown: contract.SignatureRequest,
  request: SignatureRequest,
): Promise<contract.SignatureRequest> {
  const business = await findBusinessOf(db, request.owner.id)
  return { ...shown, business: business && presentPublicInformation(business) }
}
