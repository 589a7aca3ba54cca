import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import * as z from 'zod/mini'
import { fromPem } from '#api/platform/values/pem.ts'
import { issueText } from './issue-text.ts'
import type { IdentificationSettings, RestProviderSettings } from './identification-provider.ts'

const address = z.url({ protocol: /^https?$/ })
const secret = z.string().check(z.minLength(16))
const RestForm = z.strictObject({
  url: address,
  apiKey: z.string().check(z.minLength(1)),
  webhookSecret: secret,
  authoritiesFile: z.optional(z.string().check(z.minLength(1))),
})
const Form = z.strictObject({
  srs: z.optional(RestForm),
  intrum: z.optional(RestForm),
  'id-austria': z.optional(
    z.strictObject({ issuer: address, clientId: z.string().check(z.minLength(1)), clientSecret: secret }),
  ),
})

interface ReadResult {
  readonly settings: IdentificationSettings
  /** Each wrong value, named; no secret among it. */
  readonly wrong: readonly string[]
}

/**
 * The identification providers, from IDENTIFICATION_PROVIDERS or the file that IDENTIFICATION_PROVIDERS_FILE names.
 * Paths in the file are seen from its folder. What a provider says of people is believed: it is reached by TLS only,
 * unless it is on this machine or this is a test system.
 */
export function readIdentificationProviders(environment: Record<string, string | undefined>): ReadResult {
  const setting = environment['IDENTIFICATION_PROVIDERS']
    ? 'IDENTIFICATION_PROVIDERS'
    : 'IDENTIFICATION_PROVIDERS_FILE'
  const given = environment[setting]
  if (!given) return { settings: {}, wrong: [] }
  const isInline = setting === 'IDENTIFICATION_PROVIDERS'
  let json: unknown
  try {
    json = JSON.parse(isInline ? given : readFileSync(given, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'not JSON' : 'the file cannot be read'
    return { settings: {}, wrong: [`${setting} (${reason})`] }
  }
  const parsed = z.safeParse(Form, json)
  if (!parsed.success)
    return { settings: {}, wrong: parsed.error.issues.map((issue) => `${setting}.${named(issue)}`) }
  const folder = isInline ? process.cwd() : dirname(resolve(given))
  const { srs, intrum, 'id-austria': eid } = parsed.data
  const wrong: string[] = []
  const blame = (path: string, message: string) => wrong.push(`${setting}.${path} (${message})`)
  const settings = {
    ...(srs ? { srs: load('srs', srs, folder, blame) } : {}),
    ...(intrum ? { intrum: load('intrum', intrum, folder, blame) } : {}),
    ...(eid ? { 'id-austria': eid } : {}),
  }
  if (!['1', 'true'].includes(environment['TEST_SYSTEM'] ?? '')) refuseWithoutTls(settings, blame)
  return { settings, wrong }
}

type Blame = (path: string, message: string) => void

function named(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')} (${issueText(issue)})`
}

function load(
  name: string,
  { url, apiKey, webhookSecret, authoritiesFile }: z.output<typeof RestForm>,
  folder: string,
  blame: Blame,
): RestProviderSettings {
  const common = { url: url.replace(/\/+$/, ''), apiKey, webhookSecret }
  if (!authoritiesFile) return { ...common, authorities: undefined }
  const authorities = certificatesIn(resolve(folder, authoritiesFile))
  if (!authorities)
    blame(`${name}.authoritiesFile`, 'the file cannot be read, or holds no certificate in PEM')
  return { ...common, authorities }
}

function certificatesIn(file: string): string | undefined {
  try {
    const pem = readFileSync(file, 'utf8')
    return fromPem(pem).length > 0 ? pem : undefined
  } catch {
    return undefined
  }
}

function refuseWithoutTls({ srs, intrum, 'id-austria': eid }: IdentificationSettings, blame: Blame): void {
  const addresses = { 'srs.url': srs?.url, 'intrum.url': intrum?.url, 'id-austria.issuer': eid?.issuer }
  for (const [path, url] of Object.entries(addresses)) {
    if (!url) continue
    const { protocol, hostname } = new URL(url)
    const isLoopback = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
    if (protocol !== 'https:' && !isLoopback)
      blame(path, 'https only, unless it is on this machine or TEST_SYSTEM=1')
  }
}
