import { randomBytes } from 'node:crypto'
import { readTimestampToken } from '@countersign/pdf-signature/cms/timestamps/timestamp-verification.ts'
import type { Database } from '#api/platform/db/connect.ts'
import type { Config } from '#api/platform/settings/config.ts'
import type { SmtpSettings } from '#api/providers/mail/smtp.ts'
import { presentedCertificate, whyUnreachable } from '#api/providers/http-client/reach-server.ts'
import { holdSmtpSession, type SmtpSession } from '#api/providers/mail/smtp-session.ts'
import { findLibreOffice, libreOffice } from '#api/providers/office/libreoffice.ts'
import type { OfficeConverter } from '#api/providers/office/port.ts'
import { openTimestampAuthority } from '#api/providers/timestamp/open-timestamp-authority.ts'
import { postgresKeyStore, type StoredKey } from '#api/providers/trust-service/local/key-store.ts'

// What the settings name outside the database: chosen here for the processes and for the operator's command alike.

/** `smtp://user:password@host:port`; `smtps:` is TLS from the first byte. */
export function smtpSettings(config: Config): SmtpSettings {
  const { protocol, hostname, port, username, password } = new URL(config.smtpUrl ?? 'smtp://localhost:25')
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 25),
    secure,
    from: config.mailFrom,
    ...(username
      ? { credentials: { user: decodeURIComponent(username), password: decodeURIComponent(password) } }
      : {}),
  }
}

/** A session with the mail server, to see whether it works; with a test email to `to` where an address is given. */
export function holdMailSession(config: Config, to: string | null): Promise<SmtpSession> {
  return holdSmtpSession(smtpSettings(config), to)
}

/** A real timestamp of one authority, verified, with the certificates that it chains to. */
export async function requestTimestamp(authority: Config['timestampAuthorities'][number]) {
  const opened = await openTimestampAuthority([authority], { now: () => new Date() })
  const { token } = await opened.timestamp(randomBytes(32))
  const { info, signerCertificate } = readTimestampToken(token)
  return { time: info?.time ?? null, signerCertificate, anchors: await opened.anchors() }
}

/** The certificates of the installation's own authority, in the order in which they were made. */
export function listOwnCertificates(db: Database): Promise<readonly StoredKey[]> {
  return postgresKeyStore(db).loadAll()
}

/** The certificate that browsers get to see at PUBLIC_URL. */
export async function findPublicCertificate({ publicUrl }: Config): Promise<Uint8Array | null> {
  return publicUrl.startsWith('https:') ? presentedCertificate(publicUrl) : null
}

export interface ReachedService {
  readonly name: string
  readonly host: string
  /** Why it can't be reached; null where it answers, whatever it says. */
  readonly failure: string | null
}

/** Connects to each trust service with our certificate, and to each identity verification provider. */
export function reachServices(config: Config): Promise<ReachedService[]> {
  const services = config.trustServices.services.map(({ name, url, identity, authorities }) => ({
    name: `trust service ${name}`,
    url,
    tls: { cert: identity.certificate, key: identity.key, ...(authorities ? { ca: authorities } : {}) },
  }))
  const { srs, intrum, 'id-austria': eid } = config.identificationProviders
  const providers = Object.entries({ srs, intrum }).flatMap(([name, provider]) =>
    provider
      ? [{ name, url: provider.url, tls: provider.authorities ? { ca: provider.authorities } : {} }]
      : [],
  )
  const gateways = [
    ...(eid ? [{ name: 'id-austria', url: eid.issuer, tls: {} }] : []),
    ...(config.smsGateway ? [{ name: 'SMS gateway', url: config.smsGateway.url, tls: {} }] : []),
  ]
  return Promise.all(
    [...services, ...providers, ...gateways].map(async ({ name, url, tls }) => ({
      name,
      host: new URL(url).host,
      failure: await whyUnreachable(url, tls),
    })),
  )
}

/** Where the program is that converts office files; null where there is none. */
export function findOfficeProgram({ libreOfficeProgram }: Config): string | null {
  return libreOfficeProgram === undefined ? findLibreOffice() : libreOfficeProgram
}

export function openOfficeConverter(config: Config): OfficeConverter | null {
  const program = findOfficeProgram(config)
  return program ? libreOffice({ program }) : null
}
