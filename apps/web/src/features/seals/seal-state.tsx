import type { Seal, SealStatus } from '@countersign/contract/seals.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { StatusBadge } from '#web/ui/requests/status-badge.tsx'

const looks = { READY: 'COMPLETED', PENDING: 'WAITING', REFUSED: 'ERROR', DISABLED: 'CANCELLED' } as const

export function SealState({ status }: { status: SealStatus }) {
  const { t } = useLingui()
  const words = {
    READY: t`Ready`,
    PENDING: t`Being checked`,
    REFUSED: t`Refused`,
    DISABLED: t`Turned off`,
  }
  return <StatusBadge status={looks[status]} word={words[status]} />
}

/** Its level and legal framework. */
export function SealLevel({ quality, legislation }: Pick<Seal['data'], 'quality' | 'legislation'>) {
  const law = legislation === 'ZERTES' ? 'ZertES' : 'eIDAS'
  return quality === 'QES' ? (
    <Trans>Qualified seal under {law}</Trans>
  ) : (
    <Trans>Advanced seal under {law}</Trans>
  )
}
