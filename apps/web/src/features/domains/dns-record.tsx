import type { BusinessDomain } from '@countersign/contract/business-domains.ts'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { CopyButton } from '#web/ui/copy-button.tsx'

/** What has to be in the domain name system, to be copied. */
export function DnsRecord({ record }: Pick<BusinessDomain, 'record'>) {
  return (
    <dl className="flex flex-col gap-3 rounded border border-line bg-paper p-3 text-sm">
      <Part name={<Trans>Type</Trans>}>
        <code>{record.type}</code>
      </Part>
      <Part name={<Trans>Name</Trans>} copied={record.name}>
        <code>{record.name}</code>
      </Part>
      <Part name={<Trans>Value</Trans>} copied={record.value}>
        <code>{record.value}</code>
      </Part>
    </dl>
  )
}

function Part({ name, copied, children }: { name: ReactNode; copied?: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <dt className="w-16 text-ink-secondary">{name}</dt>
      <dd className="flex min-w-0 grow basis-60 flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 break-all">{children}</span>
        {copied !== undefined && <CopyButton text={copied} />}
      </dd>
    </div>
  )
}
