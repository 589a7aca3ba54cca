import type { Seal } from '@countersign/contract/seals.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDate } from '#web/lib/language/format.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { SealState, SealLevel } from './seal-state.tsx'

/** The details of a seal: whether it can be used, its level, and whom its certificate names. */
export function SealFacts({ seal }: { seal: Seal }) {
  const { i18n } = useLingui()
  const { certificate, status, provider } = seal.data
  return (
    <div className="flex flex-col gap-4">
      {status === 'REFUSED' && (
        <Notice kind="error">
          <Trans>
            The trust service refused to sign with this seal, so nobody can use it. Please contact support.
          </Trans>
        </Notice>
      )}
      <dl className="flex flex-col gap-1 text-sm">
        <Fact name={<Trans>Status</Trans>}>
          <SealState status={status} />
        </Fact>
        <Fact name={<Trans>Signature level</Trans>}>
          <SealLevel {...seal.data} />
        </Fact>
        <Fact name={<Trans>Name for clients</Trans>}>
          <code>{seal.name}</code>
        </Fact>
        {provider && (
          <Fact name={<Trans>Trust service</Trans>}>
            <code>{provider}</code>
          </Fact>
        )}
        {certificate && (
          <>
            <Fact name={<Trans>Certificate</Trans>}>{certificate.subject}</Fact>
            <Fact name={<Trans>Valid until</Trans>}>{formatDate(certificate.notAfter, i18n.locale)}</Fact>
          </>
        )}
      </dl>
    </div>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4">
      <dt className="w-36 text-ink-secondary">{name}</dt>
      <dd className="min-w-[min(100%,10rem)] grow basis-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
