import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findOfficeProgram, listOwnCertificates, reachServices } from '#api/app/external-services.ts'
import { announcedDaysAhead, expiringCertificates } from '#api/app/certificates/expiring-certificates.ts'
import { fromPem } from '#api/platform/values/pem.ts'
import { type Examination, isReached } from './examination.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

const day = 86_400_000

export async function checkServices({ config }: Examination): Promise<readonly Finding[]> {
  const { ok, failed } = findingsOf('services')
  const reached = await reachServices(config)
  if (reached.length === 0)
    return [ok('no trust service, identity verification provider or SMS gateway is configured')]
  return reached.map(({ name, host, failure }) =>
    failure === null
      ? ok(`${name} (${host}) can be reached`)
      : failed(
          `${name} (${host}): ${failure}`,
          'Check the address, the firewall, and the certificates in its settings.',
        ),
  )
}

export async function checkCertificates({ config, database }: Examination): Promise<readonly Finding[]> {
  const { ok, warning, failed } = findingsOf('certificates')
  const now = new Date()
  const db = isReached(database) ? database.db : null
  const expiring = await expiringCertificates({ config, db }, now)
  if (expiring.length === 0)
    return [ok(`none of those that could be read ends within ${announcedDaysAhead} days`)]
  return expiring.map(({ use, name, subject, endsAt }) => {
    const days = Math.floor((endsAt.getTime() - now.getTime()) / day)
    const found = `${use}, ${name} (${subject}): ${days < 0 ? 'ended' : 'ends'} on ${endsAt.toISOString().slice(0, 10)}`
    return days < 0 ? failed(found, advice[use]) : warning(found, advice[use])
  })
}

const advice = {
  authority: 'It renews itself at the start: restart the workers and the api.',
  timestamps: 'Get the new certificates of the authority, and name their file in TIMESTAMP_AUTHORITIES.',
  'trust service': 'Get a new certificate from the trust service, and replace the file.',
  'public address': 'Renew the certificate at your load balancer.',
}

/** Through the front door, as a browser comes: a proxy, a certificate or a name may be wrong. */
export async function checkPublicAddress({ config, database }: Examination): Promise<readonly Finding[]> {
  const { ok, warning, failed } = findingsOf('public address')
  const { publicUrl, trustProxy } = config
  const findings: Finding[] = []
  try {
    const health = await fetch(`${publicUrl}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(8_000),
    })
    const anchors = await fetch(`${publicUrl}/pki/anchors.pem`, { signal: AbortSignal.timeout(8_000) })
    const published = health.ok && anchors.ok ? fromPem(await anchors.text()) : []
    if (health.status >= 300 && health.status < 400)
      findings.push(
        failed(`${publicUrl} redirects elsewhere`, 'Set PUBLIC_URL to the address that people end up at.'),
      )
    else if (published.length === 0)
      findings.push(
        failed(
          `${publicUrl}/healthz returns ${health.status}`,
          'Is the api running, and does the proxy lead there?',
        ),
      )
    else if (isReached(database) && !(await isOurs(database.db, published)))
      findings.push(
        failed(`${publicUrl} is another installation`, 'Correct PUBLIC_URL, DATABASE_URL or the proxy.'),
      )
    else findings.push(ok(`${publicUrl} leads to this installation`))
  } catch (error) {
    findings.push(
      warning(
        `${publicUrl} can't be reached from here: ${reasonOf(error)}`,
        'If browsers reach it, this machine is only kept from it. Otherwise check DNS, certificate and proxy.',
      ),
    )
  }
  if (publicUrl.startsWith('https:') && trustProxy === 0)
    findings.push(
      warning(
        'TRUST_PROXY is 0, but TLS ends at a proxy',
        'Set it to the number of proxies, or all visitors share one address and its limits.',
      ),
    )
  return findings
}

async function isOurs(
  db: Parameters<typeof listOwnCertificates>[0],
  published: readonly Uint8Array[],
): Promise<boolean> {
  const own = await listOwnCertificates(db)
  return published.some((der) => own.some(({ certificate }) => Buffer.compare(certificate, der) === 0))
}

export async function checkOffice({ config }: Examination): Promise<readonly Finding[]> {
  const { ok, failed } = findingsOf('LibreOffice')
  const program = findOfficeProgram(config)
  if (!program) return [ok('none: Office files are refused')]
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: 15_000 })
    return [ok(`${program}: ${stdout.trim().split('\n')[0] ?? ''}`)]
  } catch (error) {
    return [
      failed(`${program} doesn't start: ${reasonOf(error)}`, 'Install it again, or set LIBREOFFICE=off.'),
    ]
  }
}
