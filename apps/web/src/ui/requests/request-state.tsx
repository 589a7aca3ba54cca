import { useLingui } from '@lingui/react/macro'
import type { RequestStatus, SignerStatus, ViewerStatus } from '@countersign/contract/values.ts'
import { shortNames, type NamedPerson } from '#web/lib/language/short-names.ts'
import { StatusBadge } from './status-badge.tsx'

interface RequestState {
  /** As the viewer sees it. */
  status: ViewerStatus
  overall: RequestStatus
  signers: readonly (NamedPerson & { readonly status_code: SignerStatus })[]
}

/** Whose turn it is, or how the request ended: the same words in the list and on the request's page. */
export function RequestStateBadge(props: RequestState) {
  const { status, overall } = props
  const word = useStateWord(props)
  const ended = overall === 'DECLINED' || overall === 'WITHDRAWN' || overall === 'EXPIRED'
  const shown = status === 'CANCELLED' && ended ? overall : status
  return word === null ? <StatusBadge status={shown} /> : <StatusBadge status={shown} word={word} />
}

/** Null where the state's general word is exact enough. */
function useStateWord({ status, overall, signers }: RequestState): string | null {
  const { t } = useLingui()
  const named = (wanted: SignerStatus) =>
    shortNames(signers.filter(({ status_code }) => status_code === wanted))
  if (status === 'WAITING') {
    const [name, ...others] = named('OPEN')
    const more = others.length
    if (name === undefined) return null
    return more > 0 ? t`Waiting for ${name} +${more}` : t`Waiting for ${name}`
  }
  if (status === 'CANCELLED' && overall === 'DECLINED') {
    const [name] = named('DECLINED')
    return name === undefined ? null : t`Declined by ${name}`
  }
  return null
}

/** How far one signer is. `viewed`: has opened the documents. `yours`: it is the viewer's own turn. */
export function SignerStateBadge(props: { status: SignerStatus; viewed?: boolean; yours?: boolean }) {
  const { status, viewed = false, yours = false } = props
  const { t } = useLingui()
  if (status === 'OPEN' && yours) return <StatusBadge status="TO_SIGN" />
  if (status === 'OPEN' && viewed) return <StatusBadge status="OPEN" word={t`Viewed`} icon="eye" />
  if (status === 'WAITING' || status === 'DRAFT')
    return <StatusBadge status="WAITING" word={t`Not yet sent`} />
  return <StatusBadge status={status} />
}
