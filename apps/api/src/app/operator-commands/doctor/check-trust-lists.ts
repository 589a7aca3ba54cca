import { X509Certificate } from 'node:crypto'
import { announcedDaysAhead } from '#api/app/certificates/expiring-certificates.ts'
import { readTrust, type Trust } from '#api/app/validations/read-trust.ts'
import { counted } from '#api/platform/values/counted.ts'
import type { Examination } from './examination.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, failed } = findingsOf('trust lists')
const day = 86_400_000

/** What files of others are validated by. */
export async function checkTrustLists({ config }: Examination): Promise<readonly Finding[]> {
  const { lists, anchors } = config.trust
  if (lists.length + anchors.length === 0)
    return [ok('none is configured: files are verified without the legal status of their signatures')]
  const trust = await readTrust(config.trust)
  const now = new Date()
  const used = trust.trustLists.map(({ territory }) => territory)
  return [
    ...(used.length > 0 ? [ok(`used: ${used.join(', ')}`)] : []),
    ...refusals(trust),
    ...outdated(trust, now),
    ...ending(trust, now),
    ...(used.length === 0 && anchors.length > 0
      ? [ok(`${counted(anchors.length, 'trusted certificate')} of TRUST_ANCHORS`)]
      : []),
  ]
}

const refusals = ({ refused }: Trust): Finding[] =>
  refused.map(({ file, code, message }) =>
    code === 'superseded'
      ? warning(`${file} isn't used: ${message}`, 'Remove the older one from TRUST_LISTS.')
      : failed(`${file} isn't used: ${message}`, advice[code] ?? 'Download it again.'),
  )

const advice: Partial<Record<Trust['refused'][number]['code'], string>> = {
  signer_unknown:
    'Compare its signer with what its operator has published, and name it in TRUST_LIST_SIGNERS; or download the list of lists again.',
  unreadable: 'Correct TRUST_LISTS, or let the job that downloads the lists replace each in one step.',
}

const outdated = ({ trustLists }: Trust, now: Date): Finding[] =>
  trustLists.flatMap(({ territory, nextUpdate }) =>
    nextUpdate && nextUpdate < now
      ? [
          warning(
            `${territory}: the list was to be updated by ${dateOf(nextUpdate)}, and is still used`,
            'Download it again, and check the job that does.',
          ),
        ]
      : [],
  )

const ending = ({ anchors }: Trust, now: Date): Finding[] =>
  anchors.flatMap((der) => {
    const { subject, validToDate } = new X509Certificate(der)
    if (validToDate.getTime() > now.getTime() + announcedDaysAhead * day) return []
    const name = subject.split('\n').at(-1)
    return [
      warning(
        `${name}: ${validToDate < now ? 'ended' : 'ends'} on ${dateOf(validToDate)}`,
        'If its successor signs files that you verify, add it to TRUST_ANCHORS.',
      ),
    ]
  })

const dateOf = (date: Date): string => date.toISOString().slice(0, 10)
