import { createTransport } from 'nodemailer'
import { inSpan } from '#api/platform/tracing/tracer.ts'
import { MailDeferred, MailRejected } from './port.ts'
import type { Mailer, OutgoingMail } from './port.ts'

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
const UNUSABLE_ADDRESS = 'EENVELOPE'
/** Larger than the server said that it takes. */
const TOO_LARGE = 'EMESSAGE'
const mailCommands = new Set(['MAIL FROM', 'RCPT TO', 'DATA', 'API'])

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
 * the recipient or the mail itself is final.
 */
function translate(error: unknown, to: string): MailRejected | MailDeferred {
  if (!(error instanceof Error)) return new MailDeferred(to, String(error))
  const refusal = refusalIn(error)
  if (isPermanent(refusal)) return new MailRejected(to, error.message, { isTooLarge: isAboutSize(refusal) })
  // The sender reads the reason: what the server says of the mail is theirs to know, where our server stands is not.
  const reason = isOfUs(refusal)
    ? 'the mail server takes no emails from this installation'
    : mailCommands.has(refusal.command) && refusal.reply > 0
      ? error.message
      : 'the mail server cannot be reached'
  return new MailDeferred(to, reason, { cause: error })
}

interface SmtpRefusal {
  readonly command: string
  /** 0: the client itself refused. */
  readonly reply: number
  readonly code: string
  readonly message: string
}

function refusalIn(error: Error): SmtpRefusal {
  const command = 'command' in error ? String(error.command) : ''
  const reply = 'responseCode' in error ? Number(error.responseCode) : 0
  return { command, reply, code: 'code' in error ? String(error.code) : '', message: error.message }
}

function isPermanent(refusal: SmtpRefusal): boolean {
  if (isOfUs(refusal)) return false
  if (refusal.reply === 0) return refusal.code === UNUSABLE_ADDRESS || refusal.code === TOO_LARGE
  return mailCommands.has(refusal.command) && refusal.reply >= 500
}

/** RFC 4954 §6: 530 asks for credentials. To MAIL FROM a server says whether we may send as this sender, or how large a mail. */
function isOfUs(refusal: SmtpRefusal): boolean {
  const { command, reply, message } = refusal
  if (reply === 0) return message.startsWith('Invalid sender')
  return reply === 530 || (command === 'MAIL FROM' && reply >= 500 && !isAboutSize(refusal))
}

/** Some servers say it by the reply, some by the enhanced status code beside another reply. */
function isAboutSize({ reply, code, message }: SmtpRefusal): boolean {
  return code === TOO_LARGE || reply === 552 || /\b5\.(?:2\.3|3\.4)\b/.test(message)
}

/** One address and nothing that could become a second one, or a second header. */
function isOneAddress(value: string): boolean {
  return /^[^\s@<>(),;:"\\\p{Cc}]+@[^\s@<>(),;:"\\\p{Cc}]+$/u.test(value) && value.length <= 254
}

function domainOf(from: string): string {
  return /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}
