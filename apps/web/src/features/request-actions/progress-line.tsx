import type { Event, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatDate } from '#web/lib/language/format.ts'
import { shortNames } from '#web/lib/language/short-names.ts'
import { nameOf } from '#web/lib/requests/signer-name.ts'
import { Button } from '#web/ui/button.tsx'
import type { RequestActions } from './action-calls.ts'
import { openRemind } from './remind.tsx'
import { signersToRemind } from './reminders.ts'

/** More would take a second line. */
const named = 3

/** What the sender wants to know first: how many have signed, who has not, and until when they can. */
export function ProgressLine(props: {
  request: SignatureRequest
  events: readonly Event[]
  actions: RequestActions
  onReminded: () => void
}) {
  const { request, events, actions } = props
  const { signatures } = request
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const all = signatures.length
  const signed = signatures.filter(({ status_code }) => status_code === 'SIGNED').length
  const parts = [t`${signed} of ${all} signed`]
  const waiting = useWaiting(request)
  if (waiting !== null) parts.push(waiting)
  const expires = request.expiration_date && formatDate(request.expiration_date, i18n.locale)
  if (expires !== null) parts.push(t`expires ${expires}`)
  const canRemind = signersToRemind(request).length
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 border-b border-line bg-sheet px-4 py-1 text-sm">
      <p role="status" className="min-w-0 wrap-anywhere">
        {parts.join(' · ')}
      </p>
      {canRemind > 0 && (
        <Button
          type="text"
          size="sm"
          icon="mail"
          className="-ml-3 md:ml-0"
          onClick={() => openRemind({ request, events, actions, onDone: props.onReminded })}
        >
          {canRemind > 1 ? <Trans>Remind all</Trans> : <Trans>Remind</Trans>}
        </Button>
      )}
    </div>
  )
}

/** Those whose turn it is; null where it is nobody's. */
function useWaiting({ signatures }: SignatureRequest): string | null {
  const { t } = useLingui()
  const open = signatures.filter(({ status_code }) => status_code === 'OPEN')
  const people = open.map((signature) => ({
    name: nameOf(signature),
    email: signature.signer_identity_data.email_address,
  }))
  const short = shortNames(people).map((name, at) => (open[at]?.is_viewer ? t`you` : name))
  const more = short.length - named
  const names = [...short.slice(0, named), ...(more > 0 ? [`+${more}`] : [])].join(', ')
  return short.length > 0 ? t`waiting for ${names}` : null
}
