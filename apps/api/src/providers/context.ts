import type { PlatformContext } from '#api/platform/context.ts'
import type { ContactForm } from '#api/providers/contact-form/port.ts'
import type { OfficeConverter } from '#api/providers/office/port.ts'
import type { IdentificationProviders } from '#api/providers/identification/port.ts'
import type { BackupTarget } from '#api/providers/backup-target/port.ts'
import type { DocumentStore } from '#api/providers/document-store/port.ts'
import type { TxtRecords } from '#api/providers/dns/port.ts'
import type { OutgoingRequests } from '#api/providers/outgoing-requests/port.ts'
import type { Mailer } from '#api/providers/mail/port.ts'
import type { SmsSender } from '#api/providers/sms/port.ts'
import type { PaymentProviders } from '#api/providers/payment/port.ts'
import type { StatusPage } from '#api/providers/status-page/port.ts'
import type { SingleSignOn } from '#api/providers/single-sign-on/port.ts'
import type { TimestampAuthorities } from '#api/providers/timestamp/port.ts'
import type { TrustService } from '#api/providers/trust-service/port.ts'
import type { TrustServices } from '#api/providers/trust-service/stepwise/trust-services.ts'

/** What a use case may reach for. It sees ports; `app/create-context.ts` alone knows the adapters. */
export interface Context extends PlatformContext {
  readonly documentStore: DocumentStore
  /** Files that are validated for anybody, apart from the documents. */
  readonly validationStore: DocumentStore
  /** Where backups go; null where none is set. */
  readonly backupTarget: BackupTarget | null
  readonly mailer: Mailer
  /** Null where none is set up. */
  readonly sms: SmsSender | null
  /** Null where none is set up. */
  readonly contactForm: ContactForm | null
  /** Null where no program makes PDFs of office files. */
  readonly officeConverter: OfficeConverter | null
  /** At the operator's providers. */
  readonly singleSignOn: SingleSignOn
  /** At providers that businesses chose: none of their addresses is exempt from the rules for outgoing requests. */
  readonly businessSignOn: SingleSignOn
  /** What is in the domain name system. */
  readonly txtRecords: TxtRecords
  /** The only way to call an address that a user, a business or another service chose. */
  readonly outgoingRequests: OutgoingRequests
  /** Null where none is set up. */
  readonly statusPage: StatusPage | null
  readonly trustService: TrustService
  /** All that may be signed by, by name; the installation's own is `local`. */
  readonly trustServices: TrustServices
  /** Who finds out who someone is; none on many an installation. */
  readonly identification: IdentificationProviders
  /** Who takes the money; none on an installation without billing. */
  readonly payment: PaymentProviders
  readonly timestampAuthority: TimestampAuthorities
}
