import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Config } from '#api/platform/settings/config.ts'
import type { Database } from '#api/platform/db/connect.ts'
import type { DatabaseClock } from '#api/platform/db/database-clock.ts'
import type { Notifications } from '#api/platform/db/notifications.ts'
import type { ProcessLease } from '#api/platform/db/process-lease.ts'
import type { ContactForm } from '#api/providers/contact-form/port.ts'
import type { OfficeConverter } from '#api/providers/office/port.ts'
import type { IdentificationProviders } from '#api/providers/identification/port.ts'
import type { DocumentStore } from '#api/providers/document-store/port.ts'
import type { TxtRecords } from '#api/providers/dns/port.ts'
import type { Mailer } from '#api/providers/mail/port.ts'
import type { SmsSender } from '#api/providers/sms/port.ts'
import type { PaymentProviders } from '#api/providers/payment/port.ts'
import type { StatusPage } from '#api/providers/status-page/port.ts'
import type { SingleSignOn } from '#api/providers/single-sign-on/port.ts'
import type { TimestampAuthority } from '#api/providers/timestamp/port.ts'
import type { TrustService } from '#api/providers/trust-service/port.ts'
import type { TrustServices } from '#api/providers/trust-service/stepwise/trust-services.ts'
import type { OwnInstallation } from '#api/app/installation/own-installation.ts'
import type { FinishedSignings } from '#api/platform/jobs/finished-signings.ts'
import type { Threads } from '#api/platform/threads/threads.ts'

/** What a use case may reach for. It sees ports; `create-context.ts` alone knows the adapters. */
export interface Context {
  readonly config: Config
  readonly db: Database
  readonly pool: pg.Pool
  /** For lists alone, which are planned in their own way. */
  readonly listPool: pg.Pool
  readonly log: FastifyBaseLogger
  readonly now: () => Date
  /** Whether `now` agrees with the database, whose time counts for what is deleted and what expires. */
  readonly databaseClock: DatabaseClock
  /** Whether the database and the document store belong together. */
  readonly installation: OwnInstallation
  readonly masterKey: Uint8Array
  readonly documentStore: DocumentStore
  /** Files that are validated for anybody, apart from the documents. */
  readonly validationStore: DocumentStore
  readonly mailer: Mailer
  /** Null where none is set up. */
  readonly sms: SmsSender | null
  /** Null where none is set up. */
  readonly contactForm: ContactForm | null
  /** Null where no program makes PDFs of office files. */
  readonly officeConverter: OfficeConverter | null
  readonly singleSignOn: SingleSignOn
  /** What stands in the domain name system. */
  readonly txtRecords: TxtRecords
  /** Null where none is set up. */
  readonly statusPage: StatusPage | null
  readonly trustService: TrustService
  /** All that may be signed by, by name; the installation's own is `local`. */
  readonly trustServices: TrustServices
  /** Who finds out who somebody is; none on many an installation. */
  readonly identification: IdentificationProviders
  /** Who takes the money; none on an installation without billing. */
  readonly payment: PaymentProviders
  readonly timestampAuthority: TimestampAuthority
  /** Worker threads: rendering and parsing, and the signature engine. */
  readonly threads: Threads
  /** What other processes say through the database. */
  readonly notifications: Notifications
  readonly finishedSignings: FinishedSignings
  /** Holds the Idempotency-Keys of the calls that this process works on. */
  readonly idempotencyLease: ProcessLease
}
