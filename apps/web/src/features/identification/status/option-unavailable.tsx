import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'

/** A way that one comes to by its address and that is not open to this person. */
export function OptionUnavailable({ list }: { list: string }) {
  return (
    <div className="mt-4">
      <Notice
        kind="info"
        title={<Trans>This option isn’t available</Trans>}
        action={
          <Button type="secondary" to={list}>
            <Trans>Available options</Trans>
          </Button>
        }
      >
        <Trans>
          It isn’t included in your account, or no identity verification service is set up for it.
        </Trans>
      </Notice>
    </div>
  )
}
