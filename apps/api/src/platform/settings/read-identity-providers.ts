import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { domainOf } from '#api/platform/values/email-domain.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { issueText } from './issue-text.ts'

const domain = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.regex(/^(?:[^\s@./]+\.)+[^\s@./]{2,}$/u, 'a domain such as company.example'),
  // As the domains of emails are compared.
  z.overwrite(domainOf),
)

const List = z.array(
  z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    issuer: z.url({ protocol: /^https?$/ }),
    clientId: z.string().check(z.minLength(1)),
    clientSecret: z.string().check(z.minLength(1)),
    domains: z.array(domain).check(z.minLength(1)),
  }),
)

interface ReadResult {
  readonly providers: readonly IdentityProvider[]
  /** Each wrong value, named; no secret among it. */
  readonly wrong: readonly string[]
}

/**
 * The companies' providers, from IDENTITY_PROVIDERS or the file that IDENTITY_PROVIDERS_FILE names. What a provider
 * says of people is believed: it is reached by TLS only, unless it is on this machine or this is a test system.
 */
export function readIdentityProviders(environment: Record<string, string | undefined>): ReadResult {
  const setting = environment['IDENTITY_PROVIDERS'] ? 'IDENTITY_PROVIDERS' : 'IDENTITY_PROVIDERS_FILE'
  const given = environment[setting]
  if (!given) return { providers: [], wrong: [] }
  let json: unknown
  try {
    json = JSON.parse(setting === 'IDENTITY_PROVIDERS' ? given : readFileSync(given, 'utf8'))
  } catch (error) {
    const isUnreadable = !(error instanceof SyntaxError)
    return { providers: [], wrong: [`${setting} (${isUnreadable ? 'the file cannot be read' : 'not JSON'})`] }
  }
  const parsed = z.safeParse(List, json)
  if (!parsed.success) {
    const named = parsed.error.issues.map(
      (issue) => `${[setting, ...issue.path].join('.')} (${issueText(issue)})`,
    )
    return { providers: [], wrong: named }
  }
  const testSystem = ['1', 'true'].includes(environment['TEST_SYSTEM'] ?? '')
  const wrong = [...withoutTls(parsed.data, testSystem), ...ambiguous(parsed.data)].map(
    ([path, message]) => `${setting}.${path} (${message})`,
  )
  return { providers: parsed.data, wrong }
}

type SettingProblem = readonly [path: string, message: string]

function withoutTls(providers: readonly IdentityProvider[], testSystem: boolean): SettingProblem[] {
  return providers.flatMap(({ issuer }, index): SettingProblem[] => {
    const { protocol, hostname } = new URL(issuer)
    if (protocol === 'https:' || testSystem || isLoopback(hostname)) return []
    return [[`${index}.issuer`, 'https only, unless it is on this machine or TEST_SYSTEM=1']]
  })
}

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

/** A name is what an unfinished sign-in is found again by, and one domain leads to one provider. */
function ambiguous(providers: readonly IdentityProvider[]): SettingProblem[] {
  return providers.flatMap((provider, index): SettingProblem[] => {
    const before = providers.slice(0, index)
    const wrong: SettingProblem[] = []
    if (before.some(({ name }) => name === provider.name))
      wrong.push([`${index}.name`, 'there is another of this name'])
    if (provider.domains.some((one) => before.some(({ domains }) => domains.includes(one))))
      wrong.push([`${index}.domains`, 'another provider has one of these domains'])
    return wrong
  })
}
