import * as z from 'zod/mini'
import { line } from '@countersign/contract/values.ts'
import { isPhone } from '#web/lib/forms/phone.ts'
import { tabMemory } from '#web/lib/browser/tab-memory.ts'

/** What a business is asked for when it begins, as it is typed. */
export interface Company {
  readonly name: string
  /** Two letters, or empty. */
  readonly country: string
  readonly phone: string
  /** The agreement on data processing. */
  readonly dpa: boolean
}

export const noCompany: Company = { name: '', country: '', phone: '', dpa: false }

const Phone = z.string().check(z.maxLength(40), z.refine(isPhone, 'Invalid format'))

export const companyShape = { name: line(100, 1), country: z.string(), phone: Phone }
export const CompanyForm = z.object({ ...companyShape, dpa: z.literal(true) })

/** Typed in the first step of signing up; a page that is loaded again still has it. */
export const typedCompany = tabMemory<Company>('business-sign-up', 'account')
