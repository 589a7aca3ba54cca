import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'

/** What an identification has proved: to be read, not typed over. */
export function VerifiedFact({ label, value }: { label: ReactNode; value: ReactNode }) {
  return (
    <div>
      <p className="mb-1 text-sm font-medium">{label}</p>
      <p dir="auto" className="wrap-anywhere">
        {value}
      </p>
      <p className="mt-1 flex items-start gap-1.5 text-sm text-completed">
        <Icon name="checkCircle" size={16} />
        <Trans>Verified by your identity check, so it can’t be changed here</Trans>
      </p>
    </div>
  )
}
