export interface AtThePage {
  readonly choice: 'approve' | 'cancel'
  readonly code?: string
  readonly password?: string
  /** Who signs in, where the service wants that first. */
  readonly email?: string
}

/** Goes to the page as a browser does, with the newest code of the inbox; gives the query of a way back. */
export async function approveAtSandbox(
  { messages }: { messages: { list(filter: object): { text: string }[] } },
  address: string,
  { choice, code, password = 'a password', email = 'anna.mueller@example.test' }: AtThePage,
): Promise<string | undefined> {
  const page = await fetch(address)
  const [newest] = messages.list({})
  const form = new URLSearchParams({ choice, password, email, code: code ?? newest?.text.slice(0, 6) ?? '' })
  const answer = await fetch(page.url, { method: 'POST', body: form, redirect: 'manual' })
  const location = answer.headers.get('location')
  return location === null ? undefined : new URL(location).search
}
