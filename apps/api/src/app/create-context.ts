import type { FastifyBaseLogger } from 'fastify'
import { type AllowedHost, readAllowedHost } from '#api/platform/settings/allowed-hosts.ts'
import type { Config } from '#api/platform/settings/config.ts'
import type { Context } from '#api/providers/context.ts'
import {
  applicationClient,
  connect,
  type Connection,
  listPlanning,
  openDatabase,
} from '#api/platform/db/connect.ts'
import { openDatabaseClock } from '#api/platform/db/database-clock.ts'
import { holdVersion } from '#api/platform/db/schema-compatibility.ts'
import { openReads } from '#api/platform/db/replica/open-reads.ts'
import { listenForNotifications } from '#api/platform/db/notifications.ts'
import { openProcessLease } from '#api/platform/db/process-lease.ts'
import { moveClaims } from '#api/platform/http/idempotency-keys/repository.ts'
import { openTxtRecords } from '#api/providers/dns/txt-records.ts'
import { openDocumentStores } from '#api/providers/document-store/open-document-stores.ts'
import { sweepLeftConversions } from '#api/providers/office/left-conversions.ts'
import { watchedStore } from '#api/providers/document-store/watched-store.ts'
import { openIdentificationProviders } from '#api/providers/identification/providers.ts'
import { openOutgoingRequests } from '#api/providers/outgoing-requests/outgoing-requests.ts'
import { createSmtpMailer } from '#api/providers/mail/smtp.ts'
import { hubspotForm } from '#api/providers/contact-form/hubspot.ts'
import { createSmsGateway } from '#api/providers/sms/http-gateway.ts'
import { openPaymentProviders } from '#api/providers/payment/providers.ts'
import { createStatuspage } from '#api/providers/status-page/statuspage.ts'
import { openIdConnect } from '#api/providers/single-sign-on/openid-connect.ts'
import { openTimestampAuthority } from '#api/providers/timestamp/open-timestamp-authority.ts'
import {
  findMasterKeyInUse,
  openLocalAuthority,
  type LocalAuthority,
} from '#api/providers/trust-service/local/authority.ts'
import { authorityOptions } from '#api/providers/trust-service/local/authority-options.ts'
import { authorityKeysChannel, postgresKeyStore } from '#api/providers/trust-service/local/key-store.ts'
import { localStepwise } from '#api/providers/trust-service/local/stepwise.ts'
import { localTrustService } from '#api/providers/trust-service/local/trust-service.ts'
import { openTrustServices } from '#api/providers/trust-service/open-trust-services.ts'
import { openHashKeys } from '#api/platform/secrets/hash-keys.ts'
import { openLog } from '#api/platform/logging/log.ts'
import { loadMasterKey } from '#api/platform/secrets/master-key.ts'
import { EndedUnexpectedly } from '#api/platform/ended-unexpectedly.ts'
import { refuseWhileMoving } from '#api/app/document-move/refuse-while-moving.ts'
import { openBackupTarget } from '#api/app/open-installation.ts'
import { openOwnInstallation, StoreMismatch } from '#api/app/installation/own-installation.ts'
import { subscribeToFinishedSignings } from '#api/platform/jobs/finished-signings.ts'
import { openOfficeConverter, smtpSettings } from './external-services.ts'
import { createThreads, type Threads } from '#api/platform/threads/threads.ts'

export interface OpenContext extends Context {
  readonly authority: LocalAuthority
  /** Rejects where this process may no longer write documents, and has to end. */
  readonly broken: Promise<never>
  close(): Promise<void>
}

/** The operator chooses the issuers; the endpoints in their discovery documents are the providers' choice. */
function signOnHosts({ outgoingAllowedHosts, identityProviders }: Config): AllowedHost[] {
  const issuers = identityProviders.map(({ issuer }) => readAllowedHost(new URL(issuer).origin))
  return [...outgoingAllowedHosts, ...issuers.filter((host) => host !== null)]
}

export interface ContextOptions {
  readonly log?: FastifyBaseLogger | undefined
  /** Another clock than the machine's, for tests: whatever it says counts. */
  readonly now?: (() => Date) | undefined
  /** Closed with the context; of its own where they are left out. */
  readonly threads?: Threads | undefined
}

/** The one place that chooses adapters. */
export async function createContext(
  config: Config,
  connection: Connection,
  options: ContextOptions = {},
): Promise<OpenContext> {
  const { log = openLog(config, 'api'), threads = createThreads() } = options
  const onLost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const pool = connect(connection, 'application', config.databasePool, onLost)
  const listPool = connect(connection, 'application', config.databasePool, onLost, listPlanning)
  const db = openDatabase(pool)
  const reads = await openReads(
    { pool, listPool, db },
    { url: config.databaseReadUrl, size: config.databasePool, log },
  )
  const databaseClock = await openDatabaseClock({ pool, now: options.now ?? (() => new Date()), log })
  const now = options.now ?? databaseClock.now
  const stores = await openDocumentStores(config.store, config.dataDirectory)
  const documentStore = watchedStore(stores.documents)
  const installation = await openOwnInstallation({ db, documentStore, stores: stores.parts })
  const masterKey = await loadMasterKey(config)
  const keyStore = postgresKeyStore(db)
  const hashKeys = await openHashKeys({ db, masterKey, inUse: await findMasterKeyInUse(keyStore, masterKey) })
  const authority = await openLocalAuthority(authorityOptions(config, { store: keyStore, masterKey, now }))
  const trustService = localTrustService(authority)
  const timestampAuthority = await openTimestampAuthority(config.timestampAuthorities, {
    now,
    onFailure: (failure) => log.warn({ failure }, 'a time-stamp authority failed'),
  })
  const outgoingRequests = openOutgoingRequests({ allowedHosts: config.outgoingAllowedHosts })
  const mailer = createSmtpMailer(smtpSettings(config))
  const { promise: broken, reject: breakOff } = Promise.withResolvers<never>()
  broken.catch(() => {})
  const notifications = await listenForNotifications(
    connection,
    ['signing_finished', 'request_access_changed', 'callbacks', authorityKeysChannel],
    (error) => {
      log.warn({ err: error }, 'could not listen to the database')
      // Its connection was lost, and documents have begun to move meanwhile: what it writes would be left behind.
      if (error instanceof StoreMismatch) breakOff(new EndedUnexpectedly(error.message))
    },
    async (client) => {
      await holdVersion(client)
      await refuseWhileMoving(client, config.store)
    },
  )
  // Where documents were moved away just before that, it is said in the store by now.
  await installation.verify()
  const reloadAuthority = () => {
    authority
      .reload()
      .catch((error: unknown) => log.error({ err: error }, 'a new signing key could not be read'))
  }
  notifications.hear(authorityKeysChannel, reloadAuthority)
  notifications.onGap(reloadAuthority)
  const idempotencyLease = openProcessLease({
    connect: () => applicationClient(connection),
    move: moveClaims,
    onError: onLost,
  })
  const endSweep = sweepLeftConversions((error) =>
    log.warn({ err: error }, 'what a conversion had left could not be removed'),
  )
  return {
    config,
    db,
    pool,
    listPool,
    reads: reads.reads,
    log,
    now,
    databaseClock,
    installation,
    masterKey,
    hashKeys,
    documentStore,
    validationStore: stores.validations,
    backupTarget: await openBackupTarget(config),
    mailer,
    sms: config.smsGateway ? createSmsGateway(config.smsGateway) : null,
    contactForm: config.enterprise.formUrl ? hubspotForm({ url: config.enterprise.formUrl, now }) : null,
    officeConverter: openOfficeConverter(config),
    singleSignOn: openIdConnect({
      outgoingRequests: openOutgoingRequests({ allowedHosts: signOnHosts(config) }),
    }),
    businessSignOn: openIdConnect({ outgoingRequests }),
    outgoingRequests,
    txtRecords: openTxtRecords({ servers: config.dnsServers }),
    statusPage: config.statusPageUrl ? createStatuspage({ url: config.statusPageUrl }) : null,
    trustService,
    trustServices: openTrustServices(config.trustServices, {
      local: localStepwise(trustService, timestampAuthority),
      sendsCodes: config.smsGateway !== undefined,
      onChange: (change) =>
        log[change.to === 'UP' ? 'info' : 'warn'](change, 'a trust service is in another state'),
      timestamps: timestampAuthority,
      now,
    }),
    identification: openIdentificationProviders(config.identificationProviders, now),
    payment: await openPaymentProviders(config.payment, now),
    timestampAuthority,
    threads,
    notifications,
    finishedSignings: subscribeToFinishedSignings(notifications),
    idempotencyLease,
    authority,
    broken,
    close: async () => {
      endSweep()
      databaseClock.close()
      await idempotencyLease.close()
      await notifications.close()
      await threads.close()
      mailer.close()
      stores.close()
      await reads.close()
      await listPool.end()
      await pool.end()
    },
  }
}
