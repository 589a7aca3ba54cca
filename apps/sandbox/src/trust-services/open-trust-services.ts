import type { FastifyInstance } from 'fastify'
import type { FaultBoard } from '../faults/fault-board.ts'
import { openTlsListener } from '../http/tls-listener.ts'
import type { MessageStore } from '../messages/message-store.ts'
import { registerPkiRoutes } from '../pki/routes.ts'
import { openTestAuthority } from '../pki/test-authority.ts'
import { openTlsIdentities } from '../pki/tls-identities.ts'
import type { PemIdentity } from '../pki/tls-identities.ts'
import type { TimeStampAuthority } from '../time-stamp-authority/authority.ts'
import { registerAllInSigning } from './ais/routes.ts'
import { registerApprovalRoutes } from './approval-routes.ts'
import { openApprovals } from './approvals.ts'
import type { TrustServiceContext } from './context.ts'
import { registerCsc } from './csc/routes.ts'
import { openSigningKeys } from './keys.ts'
import { openSubscribers } from './subscribers.ts'
import type { Subscribers } from './subscribers.ts'
import { registerMab } from './mab/routes.ts'
import { registerSubscribers } from './subscriber-routes.ts'

export type TrustServices = {
  /** Where customers reach them. */
  url: string
  port: number
  /** What an enrolment hands over: the customer's certificate, and the roots of theirs. */
  customer: PemIdentity
  tlsRootPem: string
  /** What the signatures and their time-stamps chain to. */
  anchorsPem: string
  /** Whom they know, and by which means of approval. */
  subscribers: Subscribers
  close(): Promise<void>
}

export type TrustServiceOptions = {
  /** Browsers' pages and the status of certificates are served here, under `url`. */
  app: FastifyInstance
  url: string
  port: number
  host: string
  data: string | undefined
  timeStamps: TimeStampAuthority
  messages: MessageStore
  faults: FaultBoard
}

/** The trust services: pages for people beside everything else, calls of customers on a listener with mutual TLS. */
export async function openTrustServices(options: TrustServiceOptions): Promise<TrustServices> {
  const { app, url, port, host, data, timeStamps, messages, faults } = options
  const authority = openTestAuthority(url, data)
  const tls = openTlsIdentities(data, host)
  const listener = await openTlsListener(port, host, tls)
  const context: TrustServiceContext = {
    url,
    tlsUrl: `https://${host === '0.0.0.0' ? 'localhost' : host}:${listener.port}`,
    authority,
    timeStamps,
    keys: openSigningKeys(authority),
    approvals: openApprovals(messages),
    messages,
    subscribers: openSubscribers(),
    faults,
  }
  await registerPkiRoutes(app, authority)
  await registerApprovalRoutes(app, context.approvals)
  registerSubscribers(app, context.subscribers)
  await registerAllInSigning(listener.app, context)
  await registerCsc(listener.app, app, context)
  await registerMab(listener.app, app, context)
  await listener.app.ready()
  return {
    url: context.tlsUrl,
    port: listener.port,
    customer: tls.client,
    tlsRootPem: tls.rootPem,
    anchorsPem: authority.anchorsPem + timeStamps.anchorsPem,
    subscribers: context.subscribers,
    close: () => listener.close(),
  }
}
