import { TLSSocket } from 'node:tls'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js'
import { isOfUs } from './smtp-refusal.ts'
import { connectionOptions, type SmtpSettings } from './smtp.ts'

/** Someone waits for the answer. */
const patience = 10_000

export interface SmtpSession {
  /** What was said, a line each; the secrets in it are left out by the client. */
  readonly dialogue: readonly string[]
  /** TLSv1.3, or null where the connection is in the clear. */
  readonly tls: string | null
  /** When the server's certificate ends; null where there is none. */
  readonly certificateEnds: Date | null
  readonly isSignedIn: boolean
  /** What the server said to the mail, where one was sent. */
  readonly reply: string | null
  /** Why it stopped; null where all went well. */
  readonly failure: { readonly stage: SmtpStage; readonly reason: string } | null
}

export type SmtpStage = 'connection' | 'authentication' | 'sender' | 'mail'

/**
 * One session with the mail server as our mailer holds it: connects, changes to TLS where offered, signs in, and sends
 * `to` a mail if an address is given; otherwise it only names our sender, and as recipient too. Never throws.
 */
export async function holdSmtpSession(settings: SmtpSettings, to: string | null): Promise<SmtpSession> {
  const dialogue: string[] = []
  const connection = new SMTPConnection({
    ...connectionOptions(settings, patience),
    transactionLog: true,
    logger: recorder(dialogue) as never,
  })
  let stage: SmtpStage = 'connection'
  let reply: string | null = null
  let isSignedIn = false
  let ended: Pick<SmtpSession, 'tls' | 'certificateEnds'> = { tls: null, certificateEnds: null }
  try {
    await inTurn(connection, (done) => connection.connect((error) => done(error)))
    ended = encryptionOf(connection)
    const { credentials } = settings
    stage = 'authentication'
    if (credentials) {
      const auth = { credentials: { user: credentials.user, pass: credentials.password } }
      await inTurn(connection, (done) => connection.login(auth as never, (error) => done(error)))
      isSignedIn = true
    }
    if (to === null) {
      stage = 'sender'
      await offerSender(connection, settings.from)
    } else {
      stage = 'mail'
      reply = await send(connection, settings.from, to)
    }
    connection.quit()
    return { dialogue, ...ended, isSignedIn, reply, failure: null }
  } catch (error) {
    const reason = (error as Error).message
    return { dialogue, ...ended, isSignedIn, reply, failure: { stage, reason } }
  } finally {
    connection.close()
  }
}

/** The client reports what goes wrong by an event as well, at any time. */
function inTurn<Result = void>(
  connection: SMTPConnection,
  act: (done: (error?: Error | null, result?: Result) => void) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(error)
    connection.once('error', fail)
    act((error, result) => {
      connection.off('error', fail)
      // Between two steps nobody waits for an error; the next step tells of it.
      connection.on('error', () => {})
      if (error) reject(error)
      else resolve(result as Result)
    })
  })
}

function encryptionOf(connection: SMTPConnection): Pick<SmtpSession, 'tls' | 'certificateEnds'> {
  const socket = (connection as unknown as { readonly _socket?: unknown })._socket
  if (!(socket instanceof TLSSocket)) return { tls: null, certificateEnds: null }
  const { valid_to: ends } = socket.getPeerCertificate()
  return { tls: socket.getProtocol(), certificateEnds: ends ? new Date(ends) : null }
}

interface Commands {
  readonly _responseActions: ((reply: string) => void)[]
  _sendCommand(command: string): void
}

/**
 * May we send as this sender? Many servers say so when they know the recipient: it is the sender's own address, and that its mailbox
 * may not be there is no matter. The mail is given up by QUIT (RFC 5321 §4.1.1.10). The client has no such call of its own.
 */
async function offerSender(connection: SMTPConnection, from: string): Promise<void> {
  const { from: sender } = new MailComposer({ from }).compile().getEnvelope()
  const address = sender || ''
  const offered = await ask(connection, `MAIL FROM:<${address}>`)
  if (!offered.startsWith('2')) throw new Error(offered)
  const answer = await ask(connection, `RCPT TO:<${address}>`)
  if (isOfUs({ command: 'RCPT TO', reply: Number.parseInt(answer, 10), code: '', message: answer }))
    throw new Error(answer)
}

function ask(connection: SMTPConnection, command: string): Promise<string> {
  const commands = connection as unknown as Commands
  return inTurn<string>(connection, (done) => {
    commands._responseActions.push((reply) => done(null, reply))
    commands._sendCommand(command)
  })
}

async function send(connection: SMTPConnection, from: string, to: string): Promise<string> {
  const message = new MailComposer({
    from,
    to,
    subject: 'Countersign: test email',
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: 'This is a test email from Countersign, sent by its operator. Emails from this installation reach you.\n',
  }).compile()
  const envelope = message.getEnvelope()
  const content = await message.build()
  const info = await inTurn<SMTPConnection.SentMessageInfo>(connection, (done) =>
    connection.send(envelope, content, done),
  )
  return info.response
}

/** Keeps the lines of the dialogue, and none of what the client says about itself. */
function recorder(dialogue: string[]) {
  const keep = ({ tnx }: { readonly tnx?: string }, message: string) => {
    const sign = tnx === 'client' ? '>' : tnx === 'server' ? '<' : null
    if (sign === null) return
    for (const line of message.split(/\r?\n/)) if (line) dialogue.push(`${sign} ${line}`)
  }
  return {
    level: () => {},
    trace: keep,
    debug: keep,
    info: () => {},
    warn: () => {},
    error: () => {},
    fatal: () => {},
  }
}
