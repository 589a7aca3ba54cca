import type { Quality } from '@countersign/contract/values.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatDateTime, formatList } from '#web/lib/language/format.ts'
import { nameOf } from '#web/lib/requests/signer-name.ts'

/** What was signed, when and how, and for whom it waits now. */
export function SignedFacts({ request }: { request: SignatureRequest }) {
  const { i18n } = useCatalog()
  const level = useLevel(request.quality)
  const own = request.signatures.find(({ is_viewer, signed_at }) => is_viewer && signed_at !== null)
  const when = own?.signed_at ? formatDateTime(own.signed_at, i18n.locale) : null
  return (
    <div className="flex flex-col gap-1">
      <p dir="auto" className="font-medium wrap-anywhere">
        {request.title}
      </p>
      {when && <p className="text-sm text-ink-secondary">{[when, level].filter(Boolean).join(' · ')}</p>}
      <Others signatures={request.signatures} />
    </div>
  )
}

/** Null where it depends on the signer which one was made. */
function useLevel(quality: Quality): string | null {
  const { t } = useLingui()
  const levels: Partial<Record<Quality, string>> = {
    DEMO: t`Demo`,
    SES: t`Simple electronic signature (SES)`,
    AES: t`Advanced electronic signature (AES)`,
    QES: t`Qualified electronic signature (QES)`,
    PART11: t`Signature on regulated records (Part 11)`,
  }
  return levels[quality] ?? null
}

/** Names as many as fit on a line of a phone. */
const named = 3

function Others({ signatures }: Pick<SignatureRequest, 'signatures'>) {
  const { i18n } = useCatalog()
  const all = signatures.length
  const signed = signatures.filter(({ status_code }) => status_code === 'SIGNED').length
  const pending = signatures.filter(({ status_code }) => ['OPEN', 'WAITING'].includes(status_code))
  if (all < 2) return null
  const names = formatList(pending.map(nameOf), i18n.locale)
  return (
    <p className="mt-1 text-sm wrap-anywhere">
      {pending.length === 0 ? (
        <Trans>
          {signed} of {all} signed
        </Trans>
      ) : pending.length <= named ? (
        <Trans>
          {signed} of {all} signed · waiting for {names}
        </Trans>
      ) : (
        <>
          <Trans>
            {signed} of {all} signed
          </Trans>{' '}
          · <Plural value={pending.length} one="waiting for # person" other="waiting for # people" />
        </>
      )}
    </p>
  )
}
