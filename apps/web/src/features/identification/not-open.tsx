import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** A way that one comes to by its address and that is not open to this person. */
export function NotOpen({ list }: { list: string }) {
  return (
    <div className="mt-4">
      <Notice
        kind="info"
        title={<Trans>This way is not open to you</Trans>}
        action={
          <Button type="secondary" to={list}>
            <Trans>Ways that are open to me</Trans>
          </Button>
        }
      >
        <Trans>
          No company pays for it, or no identification service is connected for it on this installation.
        </Trans>
      </Notice>
    </div>
  )
}
