import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'

/** In place of settings that apply to verified domains, while the business has none; the children say why. */
export function DomainNeeded({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      title={<Trans>Verify a domain first</Trans>}
      action={
        <Button to={paths.businessDomains()}>
          <Trans>Go to domains</Trans>
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
