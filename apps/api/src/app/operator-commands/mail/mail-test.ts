import { holdMailSession } from '#api/app/external-services.ts'
import { isMailbox } from '#api/mail/enqueue-mail.ts'
import { type Answer, type Call, onlyPositional, UsageError } from '../command.ts'

export async function sendTestEmail(call: Pick<Call, 'positionals' | 'config'>): Promise<Answer> {
  const to = onlyPositional(call, 'one address')
  if (!isMailbox(to) || /[\s<>,;]/.test(to)) throw new UsageError(`“${to}” is not an email address.`)
  const config = await call.config()
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
}
