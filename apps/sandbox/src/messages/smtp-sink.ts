import { createHash } from 'node:crypto'
import PostalMime from 'postal-mime'
import type { Attachment } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerDataStream } from 'smtp-server'
import type { FaultBoard } from '../faults/fault-board.ts'
import { listen } from '../http/listener.ts'
import type { AttachmentSummary } from './message.ts'
import type { MessageStore } from './message-store.ts'
import { lateFaults, lateRefusals, senderFaults, senderRefusals } from './smtp-faults.ts'

const SIZE_LIMIT = 60 * 1024 * 1024
/** What many servers are set up with: Postfix's `message_size_limit`. */
const usualSizeLimit = 10_240_000

export type SmtpSink = { port: number; close(): Promise<void> }

type Options = { port: number; host: string; messages: MessageStore; faults: FaultBoard }
type Step = (error?: Error | null) => void

/** Takes every mail, from anybody, with any credentials; each recipient gets a copy of their own. */
export async function openSmtpSink({ port, host, messages, faults }: Options): Promise<SmtpSink> {
  /** A pooled client greets once and sends often, so both moments can meet a connection fault. */
  const meetConnectionFault = (proceed: Step): void => {
    const fault = faults.take('smtp', ['timeout', 'refused'])
    if (fault === 'timeout') return
    proceed(fault === 'refused' ? answer(421, '4.3.2 Service not available, closing channel') : null)
  }
  const server = new SMTPServer({
    name: 'sandbox',
    size: SIZE_LIMIT,
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anonymous' }),
    onConnect: (_session, callback) => meetConnectionFault(callback),
    onMailFrom: (_address, _session, callback) => {
      const refused = faults.take('smtp', senderFaults)
      if (refused) return callback(answer(senderRefusals[refused].reply, senderRefusals[refused].text))
      return meetConnectionFault(callback)
    },
    onRcptTo: (_address, _session, callback) => {
      const refused = faults.take('smtp', lateFaults)
      if (refused) return callback(answer(lateRefusals[refused].reply, lateRefusals[refused].text))
      const fault = faults.take('smtp', ['reject_recipient', 'temporary_failure'])
      if (fault === 'reject_recipient') return callback(answer(550, '5.1.1 No such mailbox'))
      if (fault === 'temporary_failure') return callback(answer(451, '4.3.0 Try again later'))
      return callback()
    },
    onData: (stream, session, callback) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      const atMost = faults.take('smtp', ['size_limit']) ? usualSizeLimit : SIZE_LIMIT
      keep(stream, recipients, messages, atMost).then(
        () => callback(null, 'Kept'),
        (error: unknown) =>
          callback(error instanceof Error ? error : new Error('The message could not be read')),
      )
    },
  })
  // A client that breaks off is no reason to stop.
  server.on('error', () => undefined)
  const bound = await listen(server.server, port, host)
  return { port: bound, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

async function keep(
  stream: SMTPServerDataStream,
  recipients: string[],
  messages: MessageStore,
  atMost: number,
): Promise<void> {
  const chunks: Buffer[] = []
  // After the limit the rest is read and dropped: the protocol answers only at the end of the data.
  for await (const chunk of stream) if (!stream.sizeExceeded && Buffer.isBuffer(chunk)) chunks.push(chunk)
  if (stream.sizeExceeded) throw answer(552, '5.3.4 The message is larger than 60 MB')
  const raw = Buffer.concat(chunks)
  if (raw.length > atMost) throw answer(552, '5.3.4 Message size exceeds fixed limit')
  const mail = await parse(raw)
  const attachments = mail.attachments.map(summaryOf)
  const { subject = '', text = '' } = mail
  const html = withPictures(mail.html ?? '', mail.attachments)
  const replyTo = mail.replyTo?.[0]?.address
  const { messageId } = mail
  const headers = { ...(replyTo && { replyTo }), ...(messageId && { messageId }) }
  for (const to of recipients)
    messages.add({ channel: 'mail', to, ...headers, subject, text, html, attachments })
}

async function parse(raw: Buffer): ReturnType<typeof PostalMime.parse> {
  try {
    return await PostalMime.parse(raw)
  } catch {
    throw answer(554, '5.6.0 The message is not readable as MIME')
  }
}

/** As a mail program shows it: what the mail brings along is where its HTML names it (RFC 2392). */
function withPictures(html: string, attachments: readonly Attachment[]): string {
  return attachments.reduce((shown, { contentId, mimeType, content }) => {
    if (!contentId || !mimeType.startsWith('image/')) return shown
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
    const name = `cid:${contentId.replace(/^<|>$/g, '')}`
    return shown.replaceAll(name, () => `data:${mimeType};base64,${bytes.toString('base64')}`)
  }, html)
}

function summaryOf(attachment: Attachment): AttachmentSummary {
  const { content } = attachment
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
  return {
    filename: attachment.filename ?? '',
    contentType: attachment.mimeType,
    size: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}

function answer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
