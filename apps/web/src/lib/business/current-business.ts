import { getUserBusiness, type Business, type BusinessRole } from '@countersign/contract/businesses.ts'
import { call } from '../calls/api.ts'
import { noticeOf } from './billing-notice.ts'
import { businessLines } from './business-lines.ts'
import { session } from '../account/session.ts'
import { createStore } from '../browser/store.ts'

export interface OwnBusiness {
  readonly business: Business
  readonly role: BusinessRole
  /** There is no seat for one. */
  readonly locked: boolean
}

/** As it was asked for last. */
export const ownBusiness = createStore<OwnBusiness | null>(null)
let loading: { token: string; own: Promise<OwnBusiness | null> } | null = null

/** The business that anyone who is signed in belongs to, and as what; null with a personal account. Asked once a session. */
export async function loadBusiness(): Promise<OwnBusiness | null> {
  const token = session.get()?.token ?? ''
  if (loading?.token !== token) {
    loading = { token, own: ask() }
    loading.own.catch(() => (loading = null))
  }
  const own = await loading.own
  show(own)
  return own
}

/** Its id, for calls of the business's own pages; empty with a personal account. */
export async function ownBusinessId(): Promise<string> {
  return (await loadBusiness())?.business.id ?? ''
}

/** What a change of the business answered is the business from now on. */
export function keepBusiness(business: Business, role: BusinessRole): void {
  const own = { business, role, locked: false }
  loading = { token: session.get()?.token ?? '', own: Promise.resolve(own) }
  show(own)
}

function show(own: OwnBusiness | null): void {
  ownBusiness.set(own)
  const deleteAt = own?.role === 'admin' ? own.business.deleteAt : null
  const billing = own && noticeOf(own.business, own.role)
  businessLines.set(deleteAt || billing ? { deleteAt, billing } : null)
}

/** It is asked for again at the next page: it is not what it was. */
export function forgetBusiness(): void {
  loading = null
}

async function ask(): Promise<OwnBusiness | null> {
  const { business, role, locked } = await call(getUserBusiness, {})
  return business && role ? { business, role, locked } : null
}
