import type { TrustServicesSettings, TrustServiceSettings } from '#api/platform/settings/trust-service.ts'
import type { TimestampAuthority } from '#api/providers/timestamp/port.ts'
import { httpRevocationSource } from '#api/providers/timestamp/revocation-source.ts'
import { allInSigning } from './ais/all-in-signing.ts'
import { cloudSignatures } from './csc/cloud-signatures.ts'
import { authenticationBroker } from './mab/authentication-broker.ts'
import type { StepwiseTrustService } from './stepwise/port.ts'
import { type StateChange, watched } from './stepwise/watched.ts'
import { type Assignment, type TrustServices, trustServicesOf } from './stepwise/trust-services.ts'

interface Options {
  /** The installation's own. */
  readonly local: StepwiseTrustService
  /** Whether codes can be sent to phones: then the installation makes AES itself, unless told otherwise. */
  readonly sendsCodes: boolean
  readonly timestamps: TimestampAuthority
  readonly now: () => Date
  /** Told when a service is in another state than before. */
  readonly onChange?: ((change: StateChange) => void) | undefined
}

/** The services that are set up, each by its name in the settings, and what each is for. */
export function openTrustServices(
  { services, assignment }: TrustServicesSettings,
  options: Options,
): TrustServices {
  const own: Assignment = options.sendsCodes ? { 'AES:ZERTES': 'local', 'AES:EIDAS': 'local' } : {}
  const { onChange = () => {} } = options
  const opened = services.map((settings) =>
    watched({ ...open(settings, options), name: settings.name }, onChange),
  )
  return trustServicesOf([options.local, ...opened], { ...own, ...assignment })
}

function open(settings: TrustServiceSettings, { timestamps, now }: Options): StepwiseTrustService {
  const common = { ...settings, now }
  if (common.kind === 'ais') return allInSigning(common)
  if (common.kind === 'mab') return authenticationBroker(common)
  return cloudSignatures({ ...common, timestamps, revocationSource: httpRevocationSource(now) })
}
