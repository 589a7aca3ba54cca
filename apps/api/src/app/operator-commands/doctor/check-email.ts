import { announcedDaysAhead } from '#api/app/certificates/expiring-certificates.ts'
import { holdMailSession } from '#api/app/external-services.ts'
import type { Examination } from './examination.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, failed } = findingsOf('email')
const day = 86_400_000

type Failure = NonNullable<Awaited<ReturnType<typeof holdMailSession>>['failure']>

const advice: Readonly<Record<Failure['stage'], string>> = {
  connection: 'Check host and port in SMTP_URL, and the firewall. smtps:// is for port 465.',
  authentication:
    'Check user and password in SMTP_URL (# ? / @ and % in them are written %23 %3F %2F %40 %25).',
  sender:
    'Check MAIL_FROM, and that the user in SMTP_URL may send as it, to everyone. Emails wait until then.',
  mail: 'Send one with countersign mail test.',
}

/** Connects, encrypts, signs in and names our sender as the mailer does, and sends nothing. */
export async function checkEmail({ config }: Examination): Promise<readonly Finding[]> {
  if (!config.smtpUrl)
    return config.databaseUrl
      ? [failed('SMTP_URL is not set', 'Set it: invitations can’t be sent.')]
      : [warning('simulated by npm start, and not checked', 'For production, set SMTP_URL.')]
  const { hostname, port } = new URL(config.smtpUrl)
  const server = `${hostname}${port ? `:${port}` : ''}`
  const { tls, isSignedIn, failure, certificateEnds } = await holdMailSession(config, null)
  if (failure) return [failed(`${server}, ${failure.stage}: ${failure.reason}`, advice[failure.stage])]
  const ends = certificateEnds && certificateEnds.getTime() - Date.now() < announcedDaysAhead * day
  return [
    ok(`${server} accepts us${isSignedIn ? ', signed in' : ', without a password'}${tls ? `, ${tls}` : ''}`),
    ...(tls
      ? []
      : [warning('the connection is not encrypted', 'Use a server that offers STARTTLS, or smtps://.')]),
    ...(ends
      ? [
          warning(
            `the server's certificate ends on ${certificateEnds.toISOString().slice(0, 10)}`,
            'Tell its operator.',
          ),
        ]
      : []),
  ]
}
