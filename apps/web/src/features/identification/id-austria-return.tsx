import { Trans } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { canSignUnder, type Standards } from '#web/features/signature-standards/standards.ts'

/** Back from ID Austria: says what the account has now, not what the address claims. */
export function IdAustriaReturn({ standards }: { standards: Standards }) {
  return (
    <div className="flex flex-col gap-4 sm:items-start">
      {canSignUnder(standards, 'EIDAS') ? (
        <Notice kind="success" title={<Trans>You are identified</Trans>}>
          <Trans>You can sign under European law (eIDAS) now.</Trans>
        </Notice>
      ) : (
        <Notice kind="warning" title={<Trans>Nothing was confirmed</Trans>}>
          <Trans>
            Your account holds no identification by ID Austria. The service is not set up on this
            installation. Nothing was changed.
          </Trans>
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button to={paths.signatureStandards()}>
          <Trans>See what I can sign with</Trans>
        </Button>
        <Button type="secondary" to={paths.signatureStandards('eidas')}>
          <Trans>Ways to be identified</Trans>
        </Button>
      </div>
    </div>
  )
}
