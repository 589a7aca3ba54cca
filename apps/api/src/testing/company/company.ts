/** A browser's cookies, by name; paths and lifetimes are left aside but for the ones that a server takes back. */
export class CookieJar {
  readonly #cookies = new Map<string, string>()

  get(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  set(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** One request as a browser makes it on the way from page to page: redirects are for the caller to follow. */
  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.#cookies.size > 0) headers.set('cookie', this.header())
    const response = await fetch(address, { ...init, redirect: 'manual', headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }

  /** Follows redirects until a page is answered, or an address begins with `until`. */
  async follow(address: string, until: string, init: RequestInit = {}): Promise<URL> {
    let response = await this.fetch(address, init)
    let at = address
    for (let hops = 0; hops < 10; hops += 1) {
      const location = response.headers.get('location')
      if (location === null) return new URL(at)
      at = new URL(location, at).href
      if (at.startsWith(until)) return new URL(at)
      response = await this.fetch(at)
    }
    throw new Error(`too many redirects, at ${at}`)
  }
}

/** As the sign-in page does, before it leads to the company of the email that was entered there. */
export function enterEmail(jar: CookieJar, email: string): void {
  jar.set('countersign.company-sign-in', encodeURIComponent(email))
}

/** What someone does on the company's sign-in page: choose one who is listed, say who they are, or cancel. */
export type CompanyChoice =
  | { readonly subject: string }
  | {
      readonly email: string
      readonly firstName?: string
      readonly lastName?: string
      readonly verified?: boolean
    }
  | 'cancel'

/** From the provider's address to the one of ours that it sends the browser back to, which is not opened. */
export async function signInAtSandbox(
  address: string,
  choice: CompanyChoice,
  jar = new CookieJar(),
): Promise<URL> {
  const page = await jar.follow(address, 'no address begins like this')
  const html = await (await jar.fetch(page.href)).text()
  const body = new URLSearchParams(fieldsOf(choice, html))
  const answer = await jar.fetch(page.href, { method: 'POST', body })
  const next = answer.headers.get('location')
  if (next === null) throw new Error(`the sign-in went no further: ${answer.status} ${await answer.text()}`)
  const resumed = await jar.fetch(new URL(next, page).href)
  return new URL(resumed.headers.get('location') ?? '', page)
}

function fieldsOf(choice: CompanyChoice, html: string): Record<string, string> {
  if (choice === 'cancel') return { choice: 'cancel' }
  if ('subject' in choice) {
    const listed = new RegExp(`name="subject" value="([^"]+)">\\s*<strong>${choice.subject}`).exec(html)
    if (!listed?.[1]) throw new Error(`${choice.subject} is not on the page`)
    return { subject: listed[1] }
  }
  const { email, firstName = '', lastName = '', verified = true } = choice
  return { email, firstName, lastName, ...(verified ? { emailVerified: 'yes' } : {}), choice: 'sign-in' }
}
