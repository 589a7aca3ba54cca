import type { Inbox } from './inbox.ts'

export interface AtThePage {
  readonly choice?: 'approve' | 'cancel'
  /** Where the code went. */
  readonly mobile: string
}

/**
 * Goes to a trust service's page as the signer does, with the newest code of their phone. Gives the query that the
 * browser comes back with, where it does.
 */
export async function approveAt(
  inbox: Inbox,
  address: string,
  { choice = 'approve', mobile }: AtThePage,
): Promise<string | undefined> {
  const page = await fetch(address)
  const [newest] = await inbox.list(mobile)
  const code = newest?.text.slice(0, 6) ?? ''
  const form = new URLSearchParams({ choice, password: 'a password', code })
  const answer = await fetch(page.url, { method: 'POST', body: form, redirect: 'manual' })
  const location = answer.headers.get('location')
  return location === null ? undefined : new URL(location).search
}

/** Signs in on a trust service's page as this person, or cancels there. Gives the query that the browser comes back with. */
export async function signInAt(
  address: string,
  email: string,
  choice: 'sign-in' | 'cancel' = 'sign-in',
): Promise<string | undefined> {
  const page = await fetch(address)
  const form = new URLSearchParams({ choice, email, password: 'a password' })
  const answer = await fetch(page.url, { method: 'POST', body: form, redirect: 'manual' })
  const location = answer.headers.get('location')
  return location === null ? undefined : new URL(location).search
}

/** As nobody else has it. */
export const someMobile = () => `+4179${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`
