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
  return submitAt(address, async () => {
    const [newest] = await inbox.list(mobile)
    return { choice, password: 'a password', code: newest?.text.slice(0, 6) ?? '' }
  })
}

/** Signs in on a trust service's page as this person, or cancels there. Gives the query that the browser comes back with. */
export async function signInAt(
  address: string,
  email: string,
  choice: 'sign-in' | 'cancel' = 'sign-in',
): Promise<string | undefined> {
  return submitAt(address, () => ({ choice, email, password: 'a password' }))
}

/** Opens the page, then fills in its form. */
async function submitAt(
  address: string,
  fillIn: () => Record<string, string> | Promise<Record<string, string>>,
): Promise<string | undefined> {
  const page = await fetch(address)
  const form = new URLSearchParams(await fillIn())
  const answer = await fetch(page.url, { method: 'POST', body: form, redirect: 'manual' })
  const location = answer.headers.get('location')
  return location === null ? undefined : new URL(location).search
}

/** As nobody else has it. */
export const someMobile = () => `+4179${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`
