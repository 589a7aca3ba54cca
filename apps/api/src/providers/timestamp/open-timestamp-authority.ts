import { readFile } from 'node:fs/promises'
import { rootCertificates } from 'node:tls'
import { fromPem } from '#api/platform/values/pem.ts'
import { failoverAuthority } from './failover.ts'
import type { FailoverOptions } from './failover.ts'
import type { TimestampAuthorities } from './port.ts'
import { httpRevocationSource } from './revocation-source.ts'
import { rfc3161Authority } from './rfc3161.ts'

export interface AuthorityAddress {
  readonly url: string
  /** PEM file with the certificates its tokens chain to; without one, the roots that Node ships are taken. */
  readonly anchorsFile?: string | undefined
}

export interface TimestampOptions extends Pick<FailoverOptions, 'now' | 'onFailure'> {
  /** Milliseconds for one authority's answer. */
  readonly timeLimit?: number
}

/** The configured authorities with failover from each to the next. Throws when a file with anchors cannot be used. */
export async function openTimestampAuthority(
  addresses: readonly AuthorityAddress[],
  { now, timeLimit, onFailure }: TimestampOptions,
): Promise<TimestampAuthorities> {
  const revocationSource = httpRevocationSource(now)
  const authorities = await Promise.all(
    addresses.map(async ({ url, anchorsFile }) => {
      const anchors = anchorsFile ? await readAnchors(anchorsFile) : fromPem(rootCertificates.join('\n'))
      const options = { url, anchors, areCommonAnchors: !anchorsFile, revocationSource, now, timeLimit }
      return { url, authority: rfc3161Authority(options) }
    }),
  )
  return failoverAuthority(authorities, { now, onFailure })
}

async function readAnchors(file: string): Promise<Uint8Array[]> {
  const anchors = fromPem(await readFile(file, 'utf8'))
  if (anchors.length === 0) throw new Error(`${file} holds no certificate in PEM`)
  return anchors
}
