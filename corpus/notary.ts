import { randomBytes } from 'node:crypto'
import type { Context } from '../apps/api/src/providers/context.ts'
import { httpRevocationSource } from '../apps/api/src/providers/timestamp/revocation-source.ts'
import { rfc3161Authority } from '../apps/api/src/providers/timestamp/rfc3161.ts'
import { failoverAuthority } from '../apps/api/src/providers/timestamp/failover.ts'
import { openLocalAuthority } from '../apps/api/src/providers/trust-service/local/authority.ts'
import { inMemoryKeyStore } from '../apps/api/src/providers/trust-service/local/in-memory-key-store.ts'
import { localTrustService } from '../apps/api/src/providers/trust-service/local/trust-service.ts'
import { trustServicesOf } from '../apps/api/src/providers/trust-service/stepwise/trust-services.ts'
import { fromPem } from '../apps/api/src/platform/values/pem.ts'
import { createThreads } from '../apps/api/src/platform/threads/threads.ts'
import { startTimeStampAuthority } from '../apps/sandbox/src/time-stamp-authority/start.ts'
import { pem } from '../packages/pdf-signature/src/cms/testing/openssl.ts'

export interface Notary {
  /** What sealing a document needs of the product, with an authority of its own. */
  readonly context: Context
  /** What its signatures and timestamps chain to. */
  readonly anchorsPem: string
  close(): Promise<void>
}

/** Who signs the files: the product's own authority, made for this run, and the sandbox's time-stamps over HTTP. */
export async function openNotary(): Promise<Notary> {
  const now = () => new Date()
  const installation = { organization: 'Countersign', publicUrl: 'http://localhost:8080' }
  const store = inMemoryKeyStore()
  const authority = await openLocalAuthority({
    store,
    masterKey: { current: randomBytes(32), previous: [] },
    installation,
    now,
  })
  const stamps = await startTimeStampAuthority({ port: 0 })
  const threads = createThreads({ cores: 1 })
  const anchors = fromPem(stamps.anchorsPem)
  const revocationSource = httpRevocationSource(now)
  const stamping = rfc3161Authority({ url: stamps.url, anchors, revocationSource, now, timeLimit: 15_000 })
  const timestampAuthority = failoverAuthority([{ url: stamps.url, authority: stamping }], { now })
  const needed: Pick<Context, 'now' | 'threads' | 'trustService' | 'trustServices' | 'timestampAuthority'> = {
    now,
    threads,
    trustService: localTrustService(authority),
    // Nobody else signs here.
    trustServices: trustServicesOf([], {}),
    timestampAuthority,
  }
  const own = (await authority.anchors()).map((certificate) => pem(certificate))
  return {
    context: needed as Context,
    anchorsPem: [...own, stamps.anchorsPem].join('\n'),
    close: async () => {
      await Promise.all([threads.close(), stamps.close()])
    },
  }
}
