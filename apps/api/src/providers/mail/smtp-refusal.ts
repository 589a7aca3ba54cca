/** What a mail server said no with, or our client before it asked. */
export interface SmtpRefusal {
  /** `MAIL FROM`, `RCPT TO`, `DATA`; `API` where the client itself refused. */
  readonly command: string
  /** 0: no reply of the server. */
  readonly reply: number
  readonly code: string
  readonly message: string
}

const UNUSABLE_ADDRESS = 'EENVELOPE'
/** Larger than the server said that it takes. */
const TOO_LARGE = 'EMESSAGE'
const mailCommands = new Set(['MAIL FROM', 'RCPT TO', 'DATA', 'API'])
/** Our address is malformed or of a domain that isn't there (RFC 3463 §3.2); Exchange: we may not send as this sender. */
const statusesOfSender = new Set(['1.7', '1.8', '7.60', '2.252'])
/** Of Postfix and Exim. */
const wordsOfUs = /\b(?:sender address|client host|helo command) rejected|\bsender verify failed/i
/** How much this installation may send; a mailbox has a quota of its own. */
const wordsOfOurQuota = /\b(?:sending|sender|daily|hourly|message) quota\b/i
const wordsOfFullMailbox = /\bquota\b|\bmailbox\b[^.]*\bfull\b/i
const wordsOfSize = /\bmessage (?:size|length)|\btoo (?:large|big|long)\b/i

export function refusalIn(error: Error): SmtpRefusal {
  const command = 'command' in error ? String(error.command) : ''
  const reply = 'responseCode' in error ? Number(error.responseCode) : 0
  return { command, reply, code: 'code' in error ? String(error.code) : '', message: error.message }
}

/** The server answered to a command about this mail. */
export const isAboutMail = ({ command, reply }: SmtpRefusal): boolean =>
  mailCommands.has(command) && reply > 0

/** Trying again is pointless. */
export function isPermanent(refusal: SmtpRefusal): boolean {
  const { command, reply, code } = refusal
  if (reply === 0) return !isOfUs(refusal) && (code === UNUSABLE_ADDRESS || code === TOO_LARGE)
  if (reply < 500 || !mailCommands.has(command) || isOfUs(refusal) || isMailboxFull(refusal)) return false
  // Security or policy (RFC 3463 §3.8): of this recipient, or of all that we send. Which of them the server needn't say.
  return command !== 'RCPT TO' || !isOfPolicy(refusal)
}

/**
 * It is about our connection, our credentials or our sender, and so about every mail. 530 asks for credentials (RFC 4954 §6). To
 * MAIL FROM a server says whether we may send as this sender, or how large a mail; many say it when they know the recipient
 * (Postfix does, unless `smtpd_delay_reject` is off), and some when they have the mail.
 */
export function isOfUs(refusal: SmtpRefusal): boolean {
  const { command, reply, message } = refusal
  if (reply === 0) return message.startsWith('Invalid sender')
  if (reply < 500) return false
  if (reply === 530) return true
  if (command === 'MAIL FROM') return !isAboutSize(refusal)
  const status = statusIn(refusal)
  if (status !== undefined && statusesOfSender.has(status)) return true
  if (status !== '2.2' && wordsOfOurQuota.test(message)) return true
  if (command !== 'RCPT TO') return false
  const said = message.replaceAll(/\S*@\S*/g, '')
  // "User unknown in relay recipient table" (5.1.1) is of the recipient.
  const isOfRelaying = /\brelay/i.test(said) && (status === undefined || isOfPolicy(refusal))
  return isOfRelaying || wordsOfUs.test(said)
}

/**
 * The recipient can make room: RFC 3463 §3.3 has X.2.2 for a failure that passes, whatever the class of the reply beside it. Without
 * such a code 552 to RCPT TO, when the server has no mail yet, is the mailbox's storage allocation (RFC 5321 §4.2.2).
 */
export function isMailboxFull(refusal: SmtpRefusal): boolean {
  const { command, reply, message } = refusal
  if (!mailCommands.has(command) || command === 'MAIL FROM' || reply < 400) return false
  const status = statusIn(refusal)
  if (status !== undefined) return status === '2.2'
  if (wordsOfSize.test(message) || wordsOfOurQuota.test(message)) return false
  return wordsOfFullMailbox.test(message) || (command === 'RCPT TO' && reply === 552)
}

/** Some servers say it by the reply, some by the enhanced status code beside another reply. */
export function isAboutSize({ reply, code, message }: SmtpRefusal): boolean {
  return code === TOO_LARGE || reply === 552 || /\b5\.(?:2\.3|3\.4)\b/.test(message)
}

const isOfPolicy = (refusal: SmtpRefusal): boolean => statusIn(refusal)?.startsWith('7.') ?? false

/** Of the enhanced status code (RFC 3463) what follows its class. It is beside the reply; qmail has it in brackets at the end. */
const statusIn = ({ message }: SmtpRefusal): string | undefined =>
  /(?:\b[45]\d\d[ -]|\(#)[45]\.(\d{1,3}\.\d{1,3})\b/.exec(message)?.[1]
