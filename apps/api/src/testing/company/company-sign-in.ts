import { domainToASCII } from 'node:url'
import * as calls from '@countersign/contract/identity-providers.ts'
import { findIdentityProvider, takeSingleSignOn } from '@countersign/contract/single-sign-on.ts'
import { companyAt } from '../../../../sandbox/src/single-sign-on/company.ts'
import type { Person, TestApi } from '../api.ts'
import { aBusiness } from '../business.ts'
import { type CompanyChoice, CookieJar, enterEmail, signInAtSandbox } from './company.ts'
import { aDomain } from '../domains.ts'

let count = 0

/** A business with a verified domain, an admin and a member who have an address of it, and a provider at the sandbox. */
export async function aCompanyWithSignIn(
  api: TestApi,
  { name = 'Lindenhof AG', sandboxUrl = api.sandboxUrl, label = 'company' } = {},
) {
  const domain = `${label}-${(count += 1)}.example`
  const [anna, ben] = await Promise.all([
    api.person({ firstName: 'Anna', email: `anna@${domain}` }),
    api.person({ firstName: 'Ben', email: `ben@${domain}` }),
  ])
  const id = await aBusiness(api, { name, admins: [anna], members: [ben] })
  await aDomain(api, { id, domain: domainToASCII(domain), as: anna.as })
  await setProvider(api, { id, anna }, sandboxUrl)
  return { anna, ben, id, domain }
}

export async function setProvider(
  api: TestApi,
  { id, anna }: { id: string; anna: Person },
  sandboxUrl = api.sandboxUrl,
) {
  const { issuer, clientId, clientSecret } = companyAt(sandboxUrl)
  const body = { issuer, clientId, clientSecret }
  return api.call(calls.setIdentityProvider, { params: { id }, body }, anna.as)
}

/** The admin's test, in one browser: to the provider, and back. Gives the path of the page that shows the result. */
export async function tryProvider(
  api: TestApi,
  { id, as }: { id: string; as: string },
  choice: CompanyChoice,
) {
  const jar = new CookieJar()
  const { url } = await api.call(calls.testIdentityProvider, { params: { id } }, as)
  const started = (await jar.fetch(url)).headers.get('location') ?? ''
  if (started.startsWith(api.url)) return started.slice(api.url.length)
  return (await comeBack(api, jar, await signInAtSandbox(started, choice, jar))).path
}

/** Everything up to the requirement. */
export async function requireProvider(api: TestApi, { id, anna }: { id: string; anna: Person }) {
  await tryProvider(api, { id, as: anna.as }, { email: anna.email })
  return api.call(calls.requireIdentityProvider, { params: { id }, body: { required: true } }, anna.as)
}

/** From our own address to the provider, with someone's email, and to the address that it sends the browser back to. */
export async function goToCompany(api: TestApi, jar: CookieJar, email: string, choice: CompanyChoice) {
  const { url } = await api.call(findIdentityProvider, { body: { email } })
  enterEmail(jar, email)
  const start = await jar.fetch(url)
  return signInAtSandbox(start.headers.get('location') ?? '', choice, jar)
}

/** The way back: where it leads, and the code for the page. */
export async function comeBack(api: TestApi, jar: CookieJar, back: URL) {
  const response = await jar.fetch(back.href)
  const path = (response.headers.get('location') ?? '').slice(api.url.length)
  return { path, code: jar.get('countersign.sso') ?? '' }
}

export async function signInAtCompany(api: TestApi, email: string, choice: CompanyChoice = { email }) {
  const jar = new CookieJar()
  return comeBack(api, jar, await goToCompany(api, jar, email, choice))
}

export const takeCode = (api: TestApi, code: string) => api.call(takeSingleSignOn, { body: { code } })
