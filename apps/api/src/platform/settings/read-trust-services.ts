import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import * as z from 'zod/mini'
import { fromPem } from '#api/platform/values/pem.ts'
import { issueText } from './issue-text.ts'
import { noTrustServices, type TrustServiceSettings, type TrustServicesSettings } from './trust-service.ts'
import { type ServiceForm, TrustServicesForm } from './trust-services-form.ts'

interface ReadResult {
  readonly settings: TrustServicesSettings
  /** Each wrong value, named; no secret among it. */
  readonly wrong: readonly string[]
}

/**
 * The trust services, from TRUST_SERVICES or the file that TRUST_SERVICES_FILE names. Paths in the file are seen from
 * its folder. What is in the files is read and looked at here, so that one start tells everything that is wrong.
 */
export function readTrustServices(environment: Record<string, string | undefined>): ReadResult {
  const setting = environment['TRUST_SERVICES'] ? 'TRUST_SERVICES' : 'TRUST_SERVICES_FILE'
  const given = environment[setting]
  const nothing = (...wrong: string[]): ReadResult => ({ settings: noTrustServices, wrong })
  if (!given) return nothing()
  const isInline = setting === 'TRUST_SERVICES'
  let json: unknown
  try {
    json = JSON.parse(isInline ? given : readFileSync(given, 'utf8'))
  } catch (error) {
    return nothing(`${setting} (${error instanceof SyntaxError ? 'not JSON' : 'the file cannot be read'})`)
  }
  const parsed = z.safeParse(TrustServicesForm, json)
  if (!parsed.success)
    return nothing(...parsed.error.issues.flatMap((issue) => named(issue).map((one) => `${setting}.${one}`)))
  const folder = isInline ? process.cwd() : dirname(resolve(given))
  const testSystem = ['1', 'true'].includes(environment['TEST_SYSTEM'] ?? '')
  const wrong: string[] = []
  const blame = (path: string, message: string) => wrong.push(`${setting}.${path} (${message})`)
  const services = parsed.data.services.map((form, index) =>
    load(form, openFiles(folder, `services.${index}`, blame)),
  )
  refuseAmbiguous(services, blame)
  refuseWithoutTls(services, testSystem, blame)
  refuseUnknownNames(parsed.data.assignment, services, blame)
  return { settings: { services, assignment: parsed.data.assignment }, wrong }
}

type Blame = (path: string, message: string) => void

/** What is wrong, by its path. Of a wrong key the reason lies one level down. */
function named(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.join('.')
  if (issue.code === 'invalid_key') return issue.issues.map((inner) => `${path} (${issueText(inner)})`)
  return [`${path} (${issueText(issue)})`]
}

interface Files {
  text(field: string, file: string): string
  certificates(field: string, file: string): readonly Uint8Array[]
  certificate(field: string, file: string): string
  key(field: string, file: string): string
}

/** The files that a service names; whatever cannot be used is blamed on the field that names it. */
function openFiles(folder: string, path: string, blame: Blame): Files {
  const text = (field: string, file: string): string => {
    try {
      const content = readFileSync(resolve(folder, file), 'utf8').trim()
      if (content === '') blame(`${path}.${field}`, 'the file is empty')
      return content
    } catch {
      blame(`${path}.${field}`, 'the file cannot be read')
      return ''
    }
  }
  const checked = (
    field: string,
    file: string,
    what: string,
    check: (content: string) => unknown,
  ): string => {
    const content = text(field, file)
    try {
      if (content !== '') check(content)
    } catch {
      blame(`${path}.${field}`, `the file holds no ${what} in PEM`)
    }
    return content
  }
  return {
    text,
    certificates: (field, file) => {
      const found = fromPem(text(field, file))
      if (found.length === 0) blame(`${path}.${field}`, 'the file holds no certificate in PEM')
      return found
    },
    certificate: (field, file) => checked(field, file, 'certificate', (pem) => new X509Certificate(pem)),
    key: (field, file) => checked(field, file, 'private key', (pem) => createPrivateKey(pem)),
  }
}

function load(form: ServiceForm, files: Files): TrustServiceSettings {
  const reached = {
    name: form.name ?? form.kind,
    url: withoutSlash(form.url),
    identity: {
      certificate: files.certificate('certificateFile', form.certificateFile),
      key: files.key('keyFile', form.keyFile),
    },
    authorities: form.authoritiesFile && files.certificate('authoritiesFile', form.authoritiesFile),
    anchors: files.certificates('anchorsFile', form.anchorsFile),
  }
  if (form.kind === 'ais')
    return { ...reached, kind: 'ais', customer: form.customer, keyEntities: form.keyEntities }
  const client = {
    ...reached,
    clientId: form.clientId,
    clientSecret: files.text('clientSecretFile', form.clientSecretFile),
  }
  if (form.kind === 'mab') {
    const { credentials, approvalBy } = form
    const urls = { pagesUrl: withoutSlash(form.pagesUrl), signUrls: form.signUrls.map(withoutSlash) }
    return { ...client, kind: 'mab', ...urls, credentials, approvalBy }
  }
  const seals = Object.entries(form.seals).map(
    ([name, { credentialId, pinFile }]) =>
      [name, { credentialId, pin: files.text(`seals.${name}.pinFile`, pinFile) }] as const,
  )
  const { authorizeUrl, oauthUrl, clientAuthentication, serviceAuthorization } = form
  return {
    ...client,
    kind: 'csc',
    ...{ authorizeUrl, oauthUrl, clientAuthentication, serviceAuthorization },
    seals: Object.fromEntries(seals),
  }
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

function refuseAmbiguous(services: readonly TrustServiceSettings[], blame: Blame): void {
  for (const [index, { name }] of services.entries()) {
    if (name === 'local') blame(`services.${index}.name`, 'local is the installation’s own')
    if (services.slice(0, index).some((before) => before.name === name))
      blame(`services.${index}.name`, 'there is another of this name')
  }
}

/** What we say to a service goes by TLS always; its pages for people too, unless nothing here counts. */
function refuseWithoutTls(
  services: readonly TrustServiceSettings[],
  testSystem: boolean,
  blame: Blame,
): void {
  for (const [index, service] of services.entries()) {
    const pages =
      service.kind === 'mab'
        ? (['pagesUrl', service.pagesUrl] as const)
        : service.kind === 'csc' && service.authorizeUrl
          ? (['authorizeUrl', service.authorizeUrl] as const)
          : undefined
    if (!pages || testSystem) continue
    const [field, address] = pages
    const { protocol, hostname } = new URL(address)
    if (protocol !== 'https:' && !/^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname))
      blame(`services.${index}.${field}`, 'https only, unless it is on this machine or TEST_SYSTEM=1')
  }
}

/** The installation's own authority signs for people it sent a code to, and never at a higher level. */
function refuseUnknownNames(
  assignment: TrustServicesForm['assignment'],
  services: readonly TrustServiceSettings[],
  blame: Blame,
): void {
  for (const [what, name] of Object.entries(assignment)) {
    if (name === 'local' && !what.startsWith('AES:'))
      blame(`assignment.${what}`, 'local makes AES of people alone')
    else if (name !== 'local' && !services.some((service) => service.name === name))
      blame(`assignment.${what}`, 'no service has this name')
  }
}
