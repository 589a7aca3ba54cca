import { CookieJar } from '../company/company.ts'

/** The names of the buttons' choices, as in the sandbox's outcomes.ts. */
export type OutcomeChoice =
  | 'success'
  | 'renamed'
  | 'review'
  | 'review-refused'
  | 'aborted'
  | 'document-expired'
  | 'fraud'
  | 'cancel'

/** From a provider's page, through its waiting room, to the address that the browser is sent back to. */
export async function endIdentification(page: string, choice: OutcomeChoice): Promise<URL> {
  const start = await (await fetch(page)).text()
  if (start.includes('Book an appointment'))
    return new URL(await confirmAtOffice(page, await bookAppointment(page), choice))
  await press(page, { act: 'begin' })
  const answer = await press(page, { choice })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`the page leads nowhere: ${answer.status} ${await answer.text()}`)
  return new URL(location)
}

/** Anyone who looks at it again is done now, instead of in 20 seconds. */
export async function endReview(page: string): Promise<void> {
  await press(page, { act: 'finish' })
}

/** Only begins: from then on the identification is under way. */
export async function beginIdentification(page: string): Promise<void> {
  await press(page, { act: 'begin' })
}

/** Books the first appointment there is; the code that the office asks for. */
export async function bookAppointment(page: string): Promise<string> {
  const form = await (await fetch(page)).text()
  const [office = '', ...others] = [...form.matchAll(/<option>([^<]+)<\/option>/g)].map(
    ([, text]) => text ?? '',
  )
  await press(page, { act: 'book', office, at: others.find((text) => /^\d/.test(text)) ?? '' })
  return /<output>(\d{6})<\/output>/.exec(await (await fetch(page)).text())?.[1] ?? ''
}

/** The office: with the code of an appointment it says who came; where that leads. */
export async function confirmAtOffice(page: string, code: string, choice: OutcomeChoice): Promise<string> {
  const answer = await press(page, { code, choice })
  return new URL(answer.headers.get('location') ?? '', page).href
}

function press(page: string, fields: Record<string, string>): Promise<Response> {
  return fetch(page, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
}

/** Johanna Gruber has the full function; Eva Wagner has not; someone else has what is said of them. */
export type Eid =
  | 'Johanna'
  | 'Eva'
  | 'cancel'
  | {
      readonly givenName: string
      readonly surname: string
      readonly birthDate: string
      /** By it the trust services know them from then on. */
      readonly email?: string
    }

/** From ID Austria's address to the one of ours that it sends the browser back to, which is not opened. */
export async function signInAtIdAustria(address: string, who: Eid, jar = new CookieJar()): Promise<URL> {
  const page = await jar.follow(address, 'no address begins like this')
  const answer = await jar.fetch(page.href, { method: 'POST', body: new URLSearchParams(fieldsOf(who)) })
  const next = answer.headers.get('location')
  if (next === null) throw new Error(`the sign-in went no further: ${answer.status} ${await answer.text()}`)
  const resumed = await jar.fetch(new URL(next, page).href)
  return new URL(resumed.headers.get('location') ?? '', page)
}

function fieldsOf(who: Eid): Record<string, string> {
  if (who === 'cancel') return { choice: 'cancel' }
  if (typeof who === 'string') return { person: who === 'Johanna' ? '0' : '1' }
  return { ...who, choice: 'sign-in' }
}
