import {
  createBusiness,
  deleteBusiness,
  revokeBusinessDeletion,
  updateBusiness,
  type Business,
} from '@countersign/contract/businesses.ts'
import type { BodyOf } from '@countersign/contract/endpoint.ts'
import { call } from '#web/lib/calls/api.ts'
import { keepBusiness } from '#web/lib/business/current-business.ts'
import { forgetReferralCode, referralCode } from '#web/lib/account/referral-code.ts'
import type { Company } from './company.ts'

/** What of a typed company is sent: what was left empty is not. */
export function sentCompany({ name, country, phone, dpa }: Company) {
  return {
    name: name.trim(),
    dpa,
    ...(country && { country }),
    ...(phone.trim() && { phone }),
  }
}

export async function makeBusiness(company: Company, gtc: boolean): Promise<void> {
  const ucc = referralCode()
  const business = await call(createBusiness, { body: { ...sentCompany(company), gtc, ...(ucc && { ucc }) } })
  forgetReferralCode()
  keepBusiness(business, 'admin')
}

export async function saveBusiness(id: string, body: BodyOf<typeof updateBusiness>): Promise<Business> {
  return kept(await call(updateBusiness, { params: { id }, body }))
}

export async function askForDeletion(id: string, name: string): Promise<Business> {
  return kept(await call(deleteBusiness, { params: { id }, body: { name } }))
}

export async function revokeDeletion(id: string): Promise<Business> {
  return kept(await call(revokeBusinessDeletion, { params: { id } }))
}

function kept(business: Business): Business {
  keepBusiness(business, 'admin')
  return business
}
