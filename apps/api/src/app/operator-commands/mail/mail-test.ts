import { holdMailSession } from '#api/app/external-services.ts'
import { isMailbox } from '#api/mail/enqueue-mail.ts'
import { defineCommand, onlyPositional, UsageError } from '../command.ts'

export const mailTest = defineCommand({
  name: 'mail test',
  takes: 'ADDRESS',
  summary: 'send a test email now, and show what the mail server said',
  description: `Sends directly, without a worker, with SMTP_URL and MAIL_FROM. Shows the dialogue without passwords, and how long it took.
Exit status 1 if the server didn't accept the email.`,
  options: {},
  run: async (call) => {
    const to = onlyPositional(call, 'one address')
    if (!isMailbox(to) || /[\s<>,;]/.test(to)) throw new UsageError(`“${to}” is not an email address.`)
    const config = call.config()
    if (!config.smtpUrl)
      throw new UsageError(
        'SMTP_URL is not set. With npm start, the simulated mail server is SMTP_URL=smtp://localhost:8025.',
      )
    const began = performance.now()
    const { dialogue, tls, isSignedIn, reply, failure } = await holdMailSession(config, to)
    const milliseconds = Math.round(performance.now() - began)
    const isSent = failure === null
    return {
      status: isSent ? 0 : 1,
      lines: [
        ...dialogue,
        '',
        isSent
          ? `✓ Accepted after ${milliseconds} ms, ${tls ?? 'not encrypted'}${isSignedIn ? ', signed in' : ''}: ${reply}`
          : `✗ Not sent (${failure.stage}, after ${milliseconds} ms): ${failure.reason}`,
        ...(isSent ? ['Accepted means that the server has taken it over: check that it arrives.'] : []),
      ],
      json: { isSent, to, from: config.mailFrom, reply, failure, tls, isSignedIn, milliseconds, dialogue },
    }
  },
})
