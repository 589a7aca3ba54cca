import type { OutsideServices } from '@countersign/contract/outside-services.ts'
import * as z from 'zod/mini'
import { type AllowedHost, isAllowedHost, readAllowedHost } from './allowed-hosts.ts'
import { backupEnvironment, type BackupSettings, backupSettings, wrongBackup } from './backup-settings.ts'
import { isDnsServer } from './dns-server-address.ts'
import type { IdentificationSettings } from './identification-provider.ts'
import { readIdentificationProviders } from './read-identification-providers.ts'
import type { PaymentSettings } from './payment-settings.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { readIdentityProviders } from './read-identity-providers.ts'
import { isMasterKey } from '#api/platform/secrets/master-key.ts'
import {
  type DocumentStoreSettings,
  halfSetStore,
  storeEnvironment,
  storeSettings,
} from './document-store.ts'
import { halfSetPayment, paymentEnvironment, paymentSettings } from './payment.ts'
import { halfPairs, withoutEffect, wrongInProduction } from './production.ts'
import { expected, readNumber } from './expected.ts'
import { readSecretFiles, secretFileNames } from './secrets.ts'
import { tracingEnvironment, type TracingSettings, tracingSettings } from './tracing.ts'
import { unknownNames } from './unknown-names.ts'
import { unusableFiles } from './unusable-files.ts'
import { readTrustServices } from './read-trust-services.ts'
import type { TrustServicesSettings } from './trust-service.ts'

/** The one place that reads the environment. Each wrong value is named, all in one error. */

const port = (fallback: number) =>
  z.pipe(
    z._default(z.string(), String(fallback)),
    z.pipe(z.transform(readNumber), z.int().check(z.minimum(0), z.maximum(65535))),
  )
const flag = z.pipe(
  z._default(z.enum(['0', '1', 'true', 'false']), '0'),
  z.transform((value) => value === '1' || value === 'true'),
)
/** How many proxies in front of us add to X-Forwarded-For: only what they wrote is believed, never what the caller did. */
const proxies = z.pipe(
  z._default(z.string(), '0'),
  z.pipe(
    z.transform((value: string) => (value === 'true' ? 1 : value === 'false' ? 0 : readNumber(value))),
    z.int().check(z.minimum(0), z.maximum(10)),
  ),
)
const count = (fallback: number, least = 1, most = Number.MAX_SAFE_INTEGER) =>
  z.pipe(
    z._default(z.string(), String(fallback)),
    z.pipe(z.transform(readNumber), z.int().check(z.minimum(least), z.maximum(most))),
  )
/** Milliseconds, up to ten minutes: a timer that is given more than 2^31 - 1 ends at once. */
const patience = (fallback: number) => count(fallback, 1, 600_000)
/** Up to a minute; what it is where it isn't set depends on how it is started. */
const milliseconds = z.optional(
  z.pipe(z.string(), z.pipe(z.transform(readNumber), z.int().check(z.minimum(0), z.maximum(60_000)))),
)
const origin = z
  .url({ protocol: /^https?$/ })
  .check(z.regex(/^https?:\/\/[^/?#@\s]+\/?$/, 'an origin, without a path'))

/** Codes go over it: in the clear only on this very machine. */
const gatewayUrl = z
  .url({ protocol: /^https?$/ })
  .check(z.regex(/^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/, 'https'))

const mailServer = z.url({ protocol: /^smtps?$/ }).check(z.refine(isLoginDecodable))

const authorityUrl = z.url({ protocol: /^https?$/ }).check(z.refine(isLoginDecodable))
const Authority = z.object({ url: authorityUrl, anchorsFile: z.optional(z.string()) })

/** Texts, comma-joined. */
const list = z.pipe(
  z._default(z.string(), ''),
  z.transform((given: string) =>
    given
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
)

/** `https://tsa.example/tsr|/path/anchors.pem, https://other.example/tsr|/path/other.pem` */
const authorities = z.pipe(
  z.pipe(
    list,
    z.transform((entries: string[]) =>
      entries.map((entry) => {
        const [url, anchorsFile] = entry.split('|')
        return anchorsFile ? { url, anchorsFile } : { url }
      }),
    ),
  ),
  z.array(Authority),
)

/** `192.0.2.53, 192.0.2.54:5353, [2001:db8::53]:53` */
const dnsServers = z.pipe(
  list,
  z.array(z.string().check(z.refine(isDnsServer, 'addresses, each with a port or without'))),
)

/** `callbacks.internal:8443, 10.1.2.3, http://127.0.0.1:*` */
const allowedHosts = z.pipe(
  list,
  z.array(z.string().check(z.refine(isAllowedHost, 'hosts, each with a port or without'))),
)

const share = z.pipe(
  z._default(z.string(), '0'),
  z.pipe(z.transform(readNumber), z.number().check(z.minimum(0), z.maximum(1))),
)
const script = z.optional(z.url({ protocol: /^https$/ }))

/** A sender that mail servers take: an address, with a name in front or without. */
const sender = z.string().check(z.regex(/^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/))
const host = z.string().check(z.regex(/^[A-Za-z0-9.:_%-]*$/))
const masterKey = z.string().check(z.refine((text) => isMasterKey(text)))
const masterKeys = z.pipe(list, z.array(masterKey))

/** What an operator tells visitors, in a sentence or two. */
const note = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(300)))

const Environment = z.object({
  HOST: z._default(host, ''),
  PORT: port(8080),
  METRICS_PORT: port(0),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  HEALTH_PORT: port(0),
  VERIFICATION_PORT: port(8081),
  VERIFICATION_URL: z.optional(origin),
  PUBLIC_URL: z.optional(origin),
  COUNTERSIGN_DATA: z._default(z.string(), './data'),
  COUNTERSIGN_MASTER_KEY: z.optional(masterKey),
  COUNTERSIGN_PREVIOUS_MASTER_KEYS: masterKeys,
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_APPLICATION_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_READ_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  // While one transaction holds a connection, another is needed to start.
  DATABASE_POOL: count(10, 2),
  TIMESTAMP_AUTHORITIES: authorities,
  SIGNATURE_KEY: z._default(z.enum(['P-256', 'RSA-3072']), 'P-256'),
  DNS_SERVERS: dnsServers,
  OUTGOING_ALLOWED_HOSTS: allowedHosts,
  STATUS_PAGE_URL: z.optional(z.url({ protocol: /^https?$/ })),
  TERMS_URL: z.optional(z.url({ protocol: /^https?$/ })),
  FRONT_PAGE_PRICE: note,
  FRONT_PAGE_DATA_LOCATION: note,
  SMTP_URL: z.optional(mailServer),
  SMS_GATEWAY_URL: z.optional(gatewayUrl),
  SMS_GATEWAY_KEY: z.optional(z.string()),
  SMS_SENDER: z.optional(
    z.string().check(z.regex(/^(\+\d{3,15}|[A-Za-z0-9 ]{1,11})$/, 'a number, or up to 11 letters')),
  ),
  MAIL_FROM: z._default(sender, 'Countersign <no-reply@countersign.localhost>'),
  GUIDANCE_SCRIPT_URL: script,
  ERROR_REPORTING_SCRIPT_URL: script,
  ERROR_REPORTING_DSN: script,
  ERROR_REPORTING_SESSION_SAMPLE_RATE: share,
  ERROR_REPORTING_TRACE_SAMPLE_RATE: share,
  REFERRAL_SCRIPT_URL: script,
  CELLO_PRODUCT_ID: z.optional(z.string()),
  CELLO_PRODUCT_SECRET: z.optional(z.string()),
  SURVEYS_URL: script,
  LIBREOFFICE: z.optional(
    z.union([z.literal('off'), z.string().check(z.regex(/^\//, 'an absolute path, or off'))]),
  ),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  LOG_FORMAT: z._default(z.enum(['json', 'text']), 'json'),
  SHUTDOWN_DELAY_MS: milliseconds,
  COUNTERSIGN_COMMIT: z.optional(z.string().check(z.regex(/^[0-9a-f]{7,64}$/))),
  IDENTITY_PROVIDERS: z.optional(z.string()),
  IDENTITY_PROVIDERS_FILE: z.optional(z.string()),
  IDENTIFICATION_PROVIDERS: z.optional(z.string()),
  IDENTIFICATION_PROVIDERS_FILE: z.optional(z.string()),
  TRUST_SERVICES: z.optional(z.string()),
  TRUST_SERVICES_FILE: z.optional(z.string()),
  TRUST_PROXY: proxies,
  TRUST_ANCHORS: list,
  TRUST_LISTS: list,
  TRUST_LIST_SIGNERS: list,
  TEST_SYSTEM: flag,
  COUNTERSIGN_ENDS_WITH_PARENT: flag,
  REQUESTS_PER_MINUTE: count(3000),
  API_USER_REQUESTS_PER_MINUTE: count(3000),
  EMAILS_PER_RECIPIENT: count(60),
  NEW_SENDER_EMAILS: count(100),
  SIGNING_PATIENCE_MS: patience(2000),
  SATURATED_AFTER_MS: patience(2000),
  ...storeEnvironment,
  ...tracingEnvironment,
  ...paymentEnvironment,
  ...backupEnvironment,
})

export type SettingName = keyof typeof Environment.shape
/** All of them, one after the other. */
export const settingNames = Object.keys(Environment.shape) as readonly SettingName[]

/** What each is where nothing sets it; undefined where it has no default. */
export const settingDefaults = z.parse(Environment, {}) as Readonly<Record<SettingName, unknown>>

const right: Readonly<Record<SettingName, string>> = expected

export interface Config {
  readonly host: string
  readonly port: number
  /** 0 = no metrics listener. */
  readonly metricsPort: number
  /** What Prometheus has to send as its bearer token; undefined where anyone who reaches the port may read. */
  readonly metricsToken: string | undefined
  /** Where a worker answers /healthz and /readyz; 0 = nowhere. */
  readonly healthPort: number
  /** Of the verification host, which takes codes; 0 = none. */
  readonly verificationPort: number
  /** How people reach it, without a slash at the end; null where they could not. */
  readonly verificationUrl: string | null
  /** Without a slash at the end. Links in mails and certificates are made from it, never from a Host header. */
  readonly publicUrl: string
  readonly dataDirectory: string
  readonly store: DocumentStoreSettings
  readonly masterKey: string | undefined
  /** Those that it replaced, or that will replace it: what they encrypted can still be read. */
  readonly previousMasterKeys: readonly string[]
  readonly databaseUrl: string | undefined
  /** Another login of the same database, restricted to the application's role. */
  readonly databaseApplicationUrl: string | undefined
  /** A streaming replica that lists and exports are read from. */
  readonly databaseReadUrl: string | undefined
  readonly databasePool: number
  readonly timestampAuthorities: readonly {
    readonly url: string
    readonly anchorsFile?: string | undefined
  }[]
  /** What the installation's own authority signs with. */
  readonly signatureKey: 'P-256' | 'RSA-3072'
  /** The companies whose people sign in at their own OpenID provider. */
  readonly identityProviders: readonly IdentityProvider[]
  /** Who finds out who people are; none on many an installation. */
  readonly identificationProviders: IdentificationSettings
  /** The outside services that sign for this installation, and what each is for. */
  readonly trustServices: TrustServicesSettings
  /** Who takes the money; none on an installation without billing. */
  readonly payment: PaymentSettings
  /** What new personal accounts begin on, and what they may sign in a month; without meaning where there is no billing. */
  readonly freePlan: 'legacy' | 'new'
  readonly freeSignatures: number
  /** Where the form for enterprise customers goes; nowhere, and not shown, without either. */
  readonly enterprise: { readonly formUrl: string | undefined; readonly contact: string | undefined }
  readonly smtpUrl: string | undefined
  /** Brings codes to phones; undefined where there is none. */
  readonly smsGateway:
    | { readonly url: string; readonly key: string; readonly sender?: string | undefined }
    | undefined
  /** Who is asked for records of domains: addresses, each with a port or without. The machine's own where there are none. */
  readonly dnsServers: readonly string[]
  /** Private hosts that callbacks and files by URL may name. */
  readonly outgoingAllowedHosts: readonly AllowedHost[]
  /** The operators' page at a provider of such pages, without a slash at the end. */
  readonly statusPageUrl: string | undefined
  /** The terms of the person who runs this installation, in place of the page that comes with it. */
  readonly termsUrl: string | undefined
  /** What the front page says of this installation besides: nothing unless the operator says it. */
  readonly frontPage: { readonly price: string | undefined; readonly dataLocation: string | undefined }
  readonly mailFrom: string
  /** Scripts and services of others in the pages; none unless anyone who runs this installation chooses one. */
  readonly outside: OutsideServices
  /** Who we are at the referral programme; undefined where there is none. */
  readonly referral: { readonly productId: string; readonly secret: string } | undefined
  readonly logLevel: string
  readonly logFormat: 'json' | 'text'
  /** How long /readyz says that this process stops before it takes no more calls: load balancers have to see it. */
  readonly shutdownDelay: number
  /** The commit this was built from, where the image says so. */
  readonly commit: string | undefined
  /** Where traces go (OpenTelemetry); undefined where nothing is traced. */
  readonly tracing: TracingSettings | undefined
  /** The program that makes PDFs of office files; null for none, undefined for the one on the path. */
  readonly libreOfficeProgram: string | null | undefined
  /** The number of proxies in front of us; 0 = the caller's address is that of the connection. */
  readonly trustProxy: number
  /** Whom to believe, besides ourselves, when a file is validated: PEM files and trusted lists (ETSI TS 119 612). */
  readonly trust: {
    readonly anchors: readonly string[]
    readonly lists: readonly string[]
    readonly listSigners: readonly string[]
  }
  readonly testSystem: boolean
  /** Stop when the process that started this one is no more. */
  readonly endsWithParent: boolean
  /** From one network, and of one API user, whose calls don't count for its network. */
  readonly requestsPerMinute: number
  readonly apiUserRequestsPerMinute: number
  /** From one sender to one mailbox in an hour. */
  readonly emailsPerRecipient: number
  /** What an account of less than a week sends in a day. */
  readonly newSenderEmails: number
  /** How long a call that signs waits before it answers that the signing continues. */
  readonly signingPatience: number
  readonly backup: BackupSettings
  /** A process that falls behind by so many milliseconds takes no further calls until it has caught up. */
  readonly saturatedAfter: number
}

/** What the log needs before the settings are checked: a wrong one is told in it. */
export function readLogSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Pick<Config, 'logLevel' | 'logFormat'> {
  const { LOG_LEVEL: level, LOG_FORMAT: format } = environment
  const isKnown = Environment.shape.LOG_LEVEL.safeParse(level || undefined).success
  return { logLevel: isKnown && level ? level : 'info', logFormat: format === 'text' ? 'text' : 'json' }
}

export class ConfigError extends Error {
  override name = 'ConfigError'
  /** One for each setting: `NAME (what is wrong, and what would be right)`. */
  readonly problems: readonly string[]

  constructor(message: string, { problems = [message], ...options }: ConfigErrorOptions = {}) {
    super(message, options)
    this.problems = problems
  }
}

interface ConfigErrorOptions extends ErrorOptions {
  readonly problems?: readonly string[]
}

function wrongValue(name: SettingName, value: unknown): string {
  // Docker Compose takes quotes in .env away; Podman, `docker run --env-file` and systemd's own forms may not.
  const isQuoted = typeof value === 'string' && /^(["']).*\1$/s.test(value)
  return `${name} (${right[name]}${isQuoted ? '; its quotes are part of the value here: leave them out' : ''})`
}

/**
 * What the settings are read for: to look at an installation by a command, to start on one machine, or to start in
 * production. A start also refuses what would be passed over, or found out at night.
 */
export type ConfigUse = 'command' | 'start' | 'production'

export function readConfig(
  environment: Record<string, string | undefined>,
  use: ConfigUse = 'command',
): Config {
  // A variable that is set to nothing counts as not set: that is how compose files leave one out.
  const secrets = readSecretFiles(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
  )
  const { given } = secrets
  const parsed = z.safeParse(Environment, given)
  const identityProviders = readIdentityProviders(given)
  const identification = readIdentificationProviders(given)
  const trustServices = readTrustServices(given)
  const wrong = [
    ...secrets.wrong,
    ...(parsed.error?.issues ?? []).map(({ path: [name] }) =>
      wrongValue(name as SettingName, given[String(name)]),
    ),
    ...halfPairs(given),
    ...withoutEffect(given),
    ...halfSetPayment(given),
    ...halfSetStore(given),
    ...wrongBackup(given),
    ...[identityProviders, identification, trustServices].flatMap((entries) => entries.wrong),
    ...(use === 'production' ? wrongInProduction(given) : []),
    ...(use === 'command'
      ? []
      : [...unusableFiles(given), ...unknownNames(given, [...settingNames, ...secretFileNames])]),
  ]
  const problems = [...new Set(wrong)]
  if (!parsed.success || problems.length > 0)
    throw new ConfigError(`These settings are wrong: ${problems.join(', ')}`, { problems })
  const env = parsed.data
  return {
    host: env.HOST,
    port: env.PORT,
    metricsPort: env.METRICS_PORT,
    metricsToken: env.METRICS_TOKEN,
    healthPort: env.HEALTH_PORT,
    verificationPort: env.VERIFICATION_PORT,
    verificationUrl: verificationUrl(env),
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    dataDirectory: env.COUNTERSIGN_DATA,
    store: storeSettings(env),
    masterKey: env.COUNTERSIGN_MASTER_KEY,
    previousMasterKeys: env.COUNTERSIGN_PREVIOUS_MASTER_KEYS,
    databaseUrl: env.DATABASE_URL,
    databaseApplicationUrl: env.DATABASE_APPLICATION_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    databasePool: env.DATABASE_POOL,
    timestampAuthorities: env.TIMESTAMP_AUTHORITIES,
    signatureKey: env.SIGNATURE_KEY,
    identityProviders: identityProviders.providers,
    identificationProviders: identification.settings,
    trustServices: trustServices.settings,
    payment: paymentSettings(env),
    freePlan: env.FREE_PLAN,
    freeSignatures: env.FREE_SIGNATURES,
    enterprise: { formUrl: env.ENTERPRISE_FORM_URL, contact: env.ENTERPRISE_CONTACT },
    smtpUrl: env.SMTP_URL,
    smsGateway: smsGateway(env),
    dnsServers: env.DNS_SERVERS,
    outgoingAllowedHosts: env.OUTGOING_ALLOWED_HOSTS.map((host) => readAllowedHost(host)!),
    statusPageUrl: env.STATUS_PAGE_URL?.replace(/\/$/, ''),
    termsUrl: env.TERMS_URL,
    frontPage: { price: env.FRONT_PAGE_PRICE, dataLocation: env.FRONT_PAGE_DATA_LOCATION },
    mailFrom: env.MAIL_FROM,
    outside: outsideServices(env),
    referral: referralProgramme(env),
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT,
    shutdownDelay: env.SHUTDOWN_DELAY_MS ?? (use === 'production' ? 5_000 : 0),
    commit: env.COUNTERSIGN_COMMIT,
    tracing: tracingSettings(env),
    libreOfficeProgram: env.LIBREOFFICE === 'off' ? null : env.LIBREOFFICE,
    trustProxy: env.TRUST_PROXY,
    trust: { anchors: env.TRUST_ANCHORS, lists: env.TRUST_LISTS, listSigners: env.TRUST_LIST_SIGNERS },
    testSystem: env.TEST_SYSTEM,
    endsWithParent: env.COUNTERSIGN_ENDS_WITH_PARENT,
    requestsPerMinute: env.REQUESTS_PER_MINUTE,
    apiUserRequestsPerMinute: env.API_USER_REQUESTS_PER_MINUTE,
    emailsPerRecipient: env.EMAILS_PER_RECIPIENT,
    newSenderEmails: env.NEW_SENDER_EMAILS,
    signingPatience: env.SIGNING_PATIENCE_MS,
    backup: backupSettings(env),
    saturatedAfter: env.SATURATED_AFTER_MS,
  }
}

function isLoginDecodable(url: string): boolean {
  try {
    const { username, password } = new URL(url)
    decodeURIComponent(`${username}:${password}`)
    return true
  } catch {
    return false
  }
}

/** Its port on this machine, where people come to this machine; elsewhere its address has to be said. */
function verificationUrl(env: z.output<typeof Environment>): string | null {
  const { VERIFICATION_PORT: port, VERIFICATION_URL: url, PUBLIC_URL: site } = env
  if (port === 0) return null
  if (url) return url.replace(/\/$/, '')
  return site && new URL(site).hostname !== 'localhost' ? null : `http://localhost:${port}`
}

function smsGateway(env: z.output<typeof Environment>): Config['smsGateway'] {
  const { SMS_GATEWAY_URL: url, SMS_GATEWAY_KEY: key, SMS_SENDER: sender } = env
  return url && key ? { url, key, sender } : undefined
}

function outsideServices(env: z.output<typeof Environment>): OutsideServices {
  const { ERROR_REPORTING_SCRIPT_URL: script, ERROR_REPORTING_DSN: dsn } = env
  return {
    ...(env.GUIDANCE_SCRIPT_URL ? { guidance: { script: env.GUIDANCE_SCRIPT_URL } } : {}),
    ...(script && dsn
      ? {
          errorReporting: {
            script,
            dsn,
            sessionSampleRate: env.ERROR_REPORTING_SESSION_SAMPLE_RATE,
            traceSampleRate: env.ERROR_REPORTING_TRACE_SAMPLE_RATE,
          },
        }
      : {}),
    ...(env.REFERRAL_SCRIPT_URL ? { referral: { script: env.REFERRAL_SCRIPT_URL } } : {}),
    ...(env.SURVEYS_URL ? { surveys: { url: env.SURVEYS_URL } } : {}),
  }
}

function referralProgramme(env: z.output<typeof Environment>): Config['referral'] {
  const { CELLO_PRODUCT_ID: productId, CELLO_PRODUCT_SECRET: secret } = env
  return productId && secret ? { productId, secret } : undefined
}
