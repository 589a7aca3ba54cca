import type { BusinessDomain } from '@countersign/contract/business-domains.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { DnsRecord } from './dns-record.tsx'
import { giveUp, letJoin, lookNow } from './domain-calls.ts'
import { DomainBadge, DomainFindings } from './domain-state.tsx'
import { openConfirmation } from '#web/ui/dialogs/confirmation.tsx'

interface DomainCardProps {
  domain: BusinessDomain
  onChanged: (domain: BusinessDomain) => void
  onRemoved: () => Promise<void>
}

/** One domain: how it stands, what to set, and whether people may join by it. */
export function DomainCard({ domain, onChanged, onRemoved }: DomainCardProps) {
  const { t } = useLingui()
  const { domain: name } = domain
  const looking = useMutation({
    mutationFn: () => lookNow(name),
    onSuccess: (looked) => {
      onChanged(looked)
      const isNew = looked.status === 'VERIFIED' && domain.status !== 'VERIFIED'
      if (isNew) showSnackbar(t`${name} is verified.`, { color: 'success' })
    },
  })
  const isProved = domain.status === 'VERIFIED'
  return (
    <li className="flex flex-col gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-base font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        <DomainBadge status={domain.status} />
      </div>
      <DomainFindings domain={domain} />
      {isProved ? (
        <JoinChoice domain={domain} onChanged={onChanged} />
      ) : (
        <p>
          <Trans>Add this record at your DNS provider. Leave all other records unchanged.</Trans>
        </p>
      )}
      {isProved ? (
        <details>
          <summary className="min-h-11 cursor-pointer content-center rounded text-accent md:min-h-8">
            <Trans>Verification record</Trans>
          </summary>
          <DnsRecord record={domain.record} />
        </details>
      ) : (
        <DnsRecord record={domain.record} />
      )}
      {looking.isError && <RefusalNotice failure={looking.error} />}
      <div className="flex flex-wrap gap-3">
        <Button
          type="secondary"
          size="sm"
          label={t`Check now: ${name}`}
          loading={looking.isPending}
          onClick={() => looking.mutate()}
        >
          <Trans>Check now</Trans>
        </Button>
        <Button
          type="text"
          size="sm"
          color="error"
          label={t`Remove ${name}`}
          onClick={() => openRemoveDomain(name, onRemoved)}
        >
          <Trans>Remove</Trans>
        </Button>
        <span role="status" className="sr-only">
          {looking.isPending && <Trans>Checking the record …</Trans>}
        </span>
      </div>
    </li>
  )
}

function JoinChoice({ domain, onChanged }: Pick<DomainCardProps, 'domain' | 'onChanged'>) {
  const { t } = useLingui()
  const { domain: name } = domain
  // What was clicked shows at once, and stays only where it was saved.
  const [wanted, setWanted] = useState<boolean | null>(null)
  const saving = useMutation({
    mutationFn: (join: boolean) => letJoin(name, join),
    onSettled: () => setWanted(null),
    onSuccess: (saved) => {
      onChanged(saved)
      showSnackbar(
        saved.join ? t`People with such an email can now join.` : t`Joining through this domain is off.`,
        {
          color: 'success',
        },
      )
    },
  })
  return (
    <div>
      <Checkbox
        label={t`Let people with an @${name} email join without an invitation`}
        hint={t`They become members without an invitation if a seat is available.`}
        checked={wanted ?? domain.join}
        onChange={(event) => {
          if (saving.isPending) return
          setWanted(event.target.checked)
          saving.mutate(event.target.checked)
        }}
      />
      {saving.isError && <RefusalNotice failure={saving.error} />}
    </div>
  )
}

/** Asks before a domain is given up, and says what hangs on it. */
function openRemoveDomain(domain: string, onRemoved: () => Promise<void>): void {
  openConfirmation({
    namespace: 'business',
    name: 'remove-domain',
    title: <Trans>Remove {domain}?</Trans>,
    text: (
      <Trans>
        Nobody can join through it, and AES for business stops applying to its addresses. Existing members
        stay. To add it again, verify it with a new record.
      </Trans>
    ),
    stay: <Trans>Keep domain</Trans>,
    button: <Trans>Remove domain</Trans>,
    run: async () => {
      await giveUp(domain)
      await onRemoved()
    },
  })
}
