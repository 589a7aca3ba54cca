import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatList } from '#web/lib/language/format.ts'
import { nameOf } from '#web/lib/requests/signer-name.ts'
import { openSignature } from '../open-signature.ts'
import { documentsToSign } from './sign-body.ts'
import { SigningLevel } from '../requirements/signing-level.tsx'

/** What the person signs, with whom and at which level, shown before signing (WCAG 3.3.4). */
export function SigningReview({
  request,
  isSeal = false,
}: {
  request: SignatureRequest
  /** A seal is chosen, which has its own level. */
  isSeal?: boolean
}) {
  const { i18n } = useLingui()
  const others = request.signatures.filter((signature) => !signature.is_viewer).map(nameOf)
  const toSign = documentsToSign(request, openSignature(request))
  const toRead = request.documents.filter((document) => !toSign.includes(document))
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-col gap-1 text-sm">
        <Fact name={<Plural value={toSign.length} one="Document" other="Documents" />}>
          {formatList(
            toSign.map(({ name }) => name),
            i18n.locale,
          )}
        </Fact>
        {toRead.length > 0 && (
          <Fact name={<Trans>Not for you to sign</Trans>}>
            {formatList(
              toRead.map(({ name }) => name),
              i18n.locale,
            )}
          </Fact>
        )}
        <Fact name={<Trans>Other signers</Trans>}>
          {others.length > 0 ? formatList(others, i18n.locale) : <Trans>none</Trans>}
        </Fact>
      </dl>
      {!isSeal && <SigningLevel request={request} />}
    </div>
  )
}

/** Beside each other, or, with large letters, one under the other. */
function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4">
      <dt className="w-28 text-ink-secondary">{name}</dt>
      <dd className="min-w-[min(100%,7rem)] grow basis-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
