import type { TrustServiceState } from '@countersign/contract/trust-services.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#web/lib/language/format.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { StatusBadge } from '#web/ui/requests/status-badge.tsx'
import { trustServicesQuery } from './seal-calls.ts'

/** How those do who sign for this installation; nothing where that cannot be had, for it is beside the matter. */
export function TrustServices() {
  const services = useQuery(trustServicesQuery)
  if (!services.data || services.data.length === 0) return null
  return (
    <Section
      id="trust-services"
      title={<Trans>Trust services</Trans>}
      intro={
        <Trans>
          They create advanced and qualified signatures and seals. Status as observed by this service.
        </Trans>
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {services.data.map((service) => (
          <Row key={service.name} service={service} />
        ))}
      </ul>
    </Section>
  )
}

/** `SEAL_QES:ZERTES` as people say it. */
function shown(made: string, seal: string): string {
  const [level = '', law] = made.split(':')
  return `${level.replace('SEAL_', `${seal} `)} (${law === 'ZERTES' ? 'ZertES' : 'eIDAS'})`
}

const looks = { UP: 'COMPLETED', FAILING: 'ERROR', DOWN: 'ERROR', UNKNOWN: 'WAITING' } as const

function Row({ service: { name, makes, state, last_failure: failure } }: { service: TrustServiceState }) {
  const { t, i18n } = useLingui()
  const words = {
    UP: t`Working`,
    FAILING: t`Degraded`,
    DOWN: t`Down`,
    UNKNOWN: t`Not checked yet`,
  }
  const at = failure && formatDateTime(failure.at, i18n.locale)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-[min(100%,10rem)] grow basis-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-secondary wrap-anywhere">
          {makes.map((made) => shown(made, t`Seal`)).join(' · ')}
        </p>
        {failure && (state === 'FAILING' || state === 'DOWN') && (
          <p className="text-sm text-ink-secondary wrap-anywhere">
            <Trans>
              Failed last on {at}: {failure.reason}
            </Trans>
          </p>
        )}
      </div>
      <StatusBadge status={looks[state]} word={words[state]} />
    </li>
  )
}
