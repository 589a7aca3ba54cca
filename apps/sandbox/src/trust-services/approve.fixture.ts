import type { RunningTrustServices } from './start.ts'

/** Opens the page as a browser, approves with the newest code, and gives the query of the way back. */
export async function approve(services: RunningTrustServices, address: string): Promise<URLSearchParams> {
  const page = await fetch(address)
  const code = services.messages.list({})[0]?.text.slice(0, 6) ?? ''
  const body = new URLSearchParams({ choice: 'approve', code, password: 'a password' })
  const answer = await fetch(page.url, { method: 'POST', body, redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '').searchParams
}
