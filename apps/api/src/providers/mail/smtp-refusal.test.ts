import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { MailDeferred, MailRejected } from './port.ts'
import { createSmtpMailer } from './smtp.ts'

const from = 'Countersign <no-reply@countersign.test>'
const mail = { to: 'relay@example.test', subject: 'x', text: 'x', html: 'x', messageId: 'x' }

/** What a mailer makes of a server that takes everything, but says this to one of the commands; `.` ends the mail. */
async function failureAt(command: string, reply: string): Promise<unknown> {
  const server = createServer((socket) => {
    let isContent = false
    let rest = ''
    socket.setEncoding('utf8').on('error', () => {})
    socket.write('220 mail.example ESMTP\r\n')
    socket.on('data', (piece: string) => {
      const lines = (rest + piece).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (isContent && line !== '.') continue
        const given = /^(?:\.|MAIL FROM|RCPT TO|\w+)/.exec(line)?.[0] ?? ''
        isContent = given === 'DATA'
        socket.write(`${given === command ? reply : isContent ? '354 Go on' : '250 Fine'}\r\n`)
      }
    })
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
  const client = createSmtpMailer({ host: '127.0.0.1', port, from })
  try {
    return await client.send(mail).catch((error: unknown) => error)
  } finally {
    client.close()
    await new Promise((resolve) => server.close(resolve))
  }
}

test.each([
  ['RCPT TO', '554 5.7.1 <relay@example.test>: Relay access denied'],
  ['RCPT TO', '553 5.7.1 <no-reply@countersign.test>: Sender address rejected: not owned by user app'],
  ['RCPT TO', '504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname'],
  ['RCPT TO', '554 5.7.1 <unknown[203.0.113.7]>: Client host rejected: Access denied'],
  ['RCPT TO', '553 5.1.8 <no-reply@countersign.test>... Domain of sender address does not exist'],
  ['RCPT TO', '550 5.7.1 <relay@example.test>... Relaying denied. Proper authentication required.'],
  ['RCPT TO', '550 relay not permitted'],
  ['RCPT TO', '550 Sender verify failed'],
  ['RCPT TO', '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain'],
  ['RCPT TO', '550 5.7.64 TenantAttribution; Relay Access Denied'],
  ['.', '550 5.7.60 SMTP; Client does not have permissions to send as this sender'],
  ['.', '554 5.2.252 SendAsDenied; no-reply@countersign.test not allowed to send as'],
  ['RCPT TO', '550 You have exceeded your hourly sending quota'],
  ['.', '552 Sender quota exceeded'],
  ['.', '550 5.4.5 Daily user sending quota exceeded'],
])('after %s, "%s" is said of this installation: the mail waits', async (command, reply) => {
  const failure = await failureAt(command, reply)
  expect(failure).toBeInstanceOf(MailDeferred)
  expect(String(failure)).toContain('takes no emails from this installation')
  expect(failure).toMatchObject({ isMailboxFull: false })
})

test.each([
  ['RCPT TO', '454 Throttling failure: Daily message quota exceeded'],
  ['.', '454 Throttling failure: Daily message quota exceeded'],
  ['.', '451 Hourly quota exceeded'],
])(
  'after %s, "%s" is said of how much this installation sends: the mail waits with its files',
  async (command, reply) => {
    const failure = await failureAt(command, reply)
    expect(failure).toBeInstanceOf(MailDeferred)
    expect(failure).toMatchObject({ isMailboxFull: false })
  },
)

test.each([
  "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
  '550 5.7.1 Service unavailable; client [203.0.113.7] blocked using a list',
  '550-5.7.1 Not allowed at this time.\r\n550 5.7.1 See our pages.',
])('"%s" may be said of everyone or of this recipient: the mail waits', async (reply) => {
  const failure = await failureAt('RCPT TO', reply)
  expect(failure).toBeInstanceOf(MailDeferred)
  expect(String(failure)).toContain('5.7.1')
})

test.each([
  ['RCPT TO', '552 5.2.2 <relay@example.test>: Mailbox full'],
  ['RCPT TO', '550 5.2.2 The recipient is over quota'],
  ['RCPT TO', '552 Requested mail action aborted: exceeded storage allocation'],
  ['RCPT TO', '452 4.2.2 The email account that you tried to reach is over quota'],
  ['.', '552 5.2.2 <relay@example.test> Quota exceeded (mailbox for user is full)'],
  ['.', '554 5.2.2 mailbox full'],
  ['.', '552 Mailbox is full'],
  ['.', '550 Quota exceeded'],
])('after %s, "%s" is said of a mailbox that may have room later: the mail waits', async (command, reply) => {
  const failure = await failureAt(command, reply)
  expect(failure).toBeInstanceOf(MailDeferred)
  expect(failure).toMatchObject({ isMailboxFull: true })
})

test.each([
  ['MAIL FROM', '552 Message size exceeds fixed maximum message size'],
  ['MAIL FROM', '552 5.3.4 Message size exceeds file system imposed limit'],
  ['RCPT TO', '552 5.2.3 Message length exceeds the limit of this mailbox'],
  ['RCPT TO', '552 Message is too large for this recipient'],
  ['.', '552 5.3.4 Message size exceeds quota of this server'],
  ['.', '552 Message size exceeds fixed limit'],
])('after %s, "%s" is said of the size of this mail: a smaller one may pass', async (command, reply) => {
  const failure = await failureAt(command, reply)
  expect(failure).toBeInstanceOf(MailRejected)
  expect(failure).toMatchObject({ isTooLarge: true })
})

test.each([
  [
    'RCPT TO',
    '550 5.1.1 <relay@example.test>: Recipient address rejected: User unknown in relay recipient table',
  ],
  ['RCPT TO', '550 No such user: relay@example.test'],
  ['.', '554 5.7.1 Message refused: it looks like spam'],
])('after %s, "%s" is said of this mail: it is not tried again', async (command, reply) => {
  expect(await failureAt(command, reply)).toBeInstanceOf(MailRejected)
})
