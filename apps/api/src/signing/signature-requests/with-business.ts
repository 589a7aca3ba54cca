import type * as contract from '@countersign/contract/signature-request-shapes.ts'
import { findBusinessOf } from '#api/business/businesses/find-business-of.ts'
import { presentPublicInformation } from '#api/business/businesses/presenter.ts'
import type { Context } from '#api/providers/context.ts'
import type { SignatureRequest } from './signature-request.ts'

/** Adds the business of whoever sends it: its logo stands on the page, and whom to ask. */
export async function withBusiness(
  { db }: Pick<Context, 'db'>,
  shown: contract.SignatureRequest,
  request: SignatureRequest,
): Promise<contract.SignatureRequest> {
  const business = await findBusinessOf(db, request.owner.id)
  return { ...shown, business: business && presentPublicInformation(business) }
}
