import { createTransport } from 'nodemailer'
import { inSpan } from '#api/platform/tracing/tracer.ts'
import { MailDeferred, MailRejected } from './port.ts'
import type { Mailer, OutgoingMail } from './port.ts'
import { isAboutMail, isAboutSize, isMailboxFull, isOfUs, isPermanent, refusalIn } from './smtp-refusal.ts'

export type SmtpSettings = {
  host: string
  port: number
  /** TLS from the first byte (port 465); else STARTTLS is used where the server offers it. */
  secure?: boolean
  /** Refuses to send where STARTTLS is not offered. */
  requireTls?: boolean
  credentials?: { user: string; password: string }
  /** The sender: an address, or a name with an address in angle brackets. */
  from: string
  /** How long to wait for a connection, and for each reply. */
  timeoutMs?: number
}

const CONNECTIONS = 5
const TIMEOUT_MS = 20_000
const checkLimit = 2_500

/** An SMTP client with a few connections that stay open between mails. */
export function createSmtpMailer(settings: SmtpSettings): Mailer {
  const { credentials } = settings
  const connection = {
    ...connectionOptions(settings, TIMEOUT_MS),
    // Content comes from users: it must never name a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
  }
  const transport = createTransport({ ...connection, pool: true, maxConnections: CONNECTIONS })
  // A pool has the connections that it has: one of its own finds out whether a new one is possible.
  const checking = createTransport({
    ...connection,
    connectionTimeout: checkLimit,
    greetingTimeout: checkLimit,
  })
  const domain = domainOf(settings.from)
  let refusedSender: Error | null = null
  return {
    send: async (mail) => {
      if (!isOneAddress(mail.to)) throw new MailRejected(mail.to, 'the recipient is not an email address')
      try {
        await inSpan('SMTP send', { kind: 'client', attributes: { 'server.address': settings.host } }, () =>
          transport.sendMail({ ...envelopeOf(mail, settings.from, domain), ...contentOf(mail) }),
        )
        refusedSender = null
      } catch (error) {
        if (error instanceof Error && isOfUs(refusalIn(error))) refusedSender = error
        throw translate(error, mail.to)
      }
    },
    check: async () => {
      await checking.verify()
      // Whether our sender may send is seen by sending: the mails that wait are tried again.
      if (refusedSender) throw refusedSender
    },
    close: () => {
      transport.close()
      checking.close()
    },
  }
}

/** How the server is reached, for the mailer as for a single session. */
export function connectionOptions(
  { host, port, secure = false, requireTls = false, timeoutMs }: SmtpSettings,
  usualTimeout: number,
) {
  const timeout = timeoutMs ?? usualTimeout
  return {
    host,
    port,
    secure,
    requireTLS: requireTls,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  }
}

function envelopeOf({ to, replyTo, messageId }: OutgoingMail, from: string, domain: string) {
  // RFC 3834 §5: nobody is to answer these automatically, and out-of-office notes stay away.
  const headers = { 'Auto-Submitted': 'auto-generated' }
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo && isOneAddress(replyTo.address) && { replyTo }),
    messageId: `<${messageId}@${domain}>`,
    headers,
  }
}

function contentOf({ subject, text, html, attachments = [] }: OutgoingMail) {
  return { subject: subject.replace(/[\r\n]+/g, ' '), text, html, attachments }
}

/**
 * What the server says of our connection, our credentials or our sender is ours to mend, so the mail waits: only what it says of
 * the recipient or the mail itself is final, but for a mailbox that is full.
 */
function translate(error: unknown, to: string): MailRejected | MailDeferred {
  if (!(error instanceof Error)) return new MailDeferred(to, String(error))
  const refusal = refusalIn(error)
  if (isPermanent(refusal)) return new MailRejected(to, error.message, { isTooLarge: isAboutSize(refusal) })
  // The sender reads the reason: what the server says of the mail is theirs to know, where our server stands is not.
  const reason = isOfUs(refusal)
    ? 'the mail server takes no emails from this installation'
    : isAboutMail(refusal)
      ? error.message
      : 'the mail server cannot be reached'
  return new MailDeferred(to, reason, { cause: error, isMailboxFull: isMailboxFull(refusal) })
}

/** One address and nothing that could become a second one, or a second header. */
function isOneAddress(value: string): boolean {
  return /^[^\s@<>(),;:"\\\p{Cc}]+@[^\s@<>(),;:"\\\p{Cc}]+$/u.test(value) && value.length <= 254
}

function domainOf(from: string): string {
  return /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}
