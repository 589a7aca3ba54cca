import { requestTimestamp } from '#api/app/external-services.ts'
import { shownAddress } from '#api/platform/values/shown-address.ts'
import type { Examination } from './examination.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

const { ok, warning, failed } = findingsOf('timestamps')
const tolerance = 60_000

type Authority = Parameters<typeof requestTimestamp>[0]

/** Each authority separately, with a real timestamp: failover would hide that one is down. */
export async function checkTimestamps({ config }: Examination): Promise<readonly Finding[]> {
  const { timestampAuthorities: authorities, databaseUrl } = config
  if (authorities.length === 0)
    return databaseUrl
      ? [
          failed(
            'no authority is configured',
            'Set TIMESTAMP_AUTHORITIES: no signature is made without a timestamp.',
          ),
        ]
      : [warning('simulated by npm start, and not checked', 'For production, set TIMESTAMP_AUTHORITIES.')]
  const each = await Promise.all(authorities.map(check))
  return authorities.length === 1
    ? [
        ...each,
        warning(
          'only one authority is configured',
          'Configure a second: without a timestamp nobody can sign.',
        ),
      ]
    : each
}

async function check(authority: Authority): Promise<Finding> {
  const name = shownAddress(authority.url)
  try {
    const { time, signerCertificate } = await requestTimestamp(authority)
    const difference = time ? time.getTime() - Date.now() : 0
    if (Math.abs(difference) > tolerance)
      return failed(
        `${name}: its clock differs by ${Math.round(difference / 1000)} s`,
        'Set the time of this machine by NTP.',
      )
    return ok(`${name}: a timestamp, signed by ${signerCertificate?.subject ?? 'its certificate'}`)
  } catch (error) {
    return failed(`${name}: ${reasonOf(error)}`, 'Check the address, the firewall, and its certificates.')
  }
}
