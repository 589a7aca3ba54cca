import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatList } from '#web/lib/language/format.ts'
import { paths } from '#web/lib/paths.ts'
import { nameOf } from '#web/lib/requests/signer-name.ts'
import { Button } from '#web/ui/button.tsx'
import { Statement } from '#web/ui/layout/statement.tsx'

/** After sending: who has been asked, who is going to be, and what comes next. */
export function SentSummary({ request }: { request: SignatureRequest }) {
  const { t, i18n } = useLingui()
  const invited = request.signatures.filter(
    ({ status_code, is_viewer, signer_group }) => status_code === 'OPEN' && (!is_viewer || signer_group),
  )
  const later = request.signatures.filter((signature) => signature.status_code === 'WAITING')
  const names = formatList(invited.map(nameOf), i18n.locale)
  const canSign = request.viewer.can.sign
  return (
    <Statement
      title={t`Sent: ${request.title}`}
      action={
        <>
          {canSign && (
            <Button size="lg" icon="sign" to={paths.view(request.id)}>
              <Trans>Sign now</Trans>
            </Button>
          )}
          <Button size="lg" type={canSign ? 'secondary' : 'primary'} to={paths.dashboard()}>
            <Trans>My documents</Trans>
          </Button>
          <Button size="lg" type="text" to={paths.view(request.id)}>
            <Trans>View document</Trans>
          </Button>
        </>
      }
    >
      {invited.length > 0 && (
        <p>
          <Trans>We’ve emailed a link to {names}.</Trans>
        </p>
      )}
      {later.length > 0 && (
        <p>
          <Plural
            value={later.length}
            one="# signer will be emailed when it’s their turn."
            other="# signers will be emailed when it’s their turn."
          />
        </p>
      )}
      <p className="mt-2">
        <Trans>We’ll email you when everyone has signed.</Trans>
      </p>
    </Statement>
  )
}
