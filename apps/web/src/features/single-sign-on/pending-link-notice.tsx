import { Trans } from '@lingui/react/macro'
import type { PendingLink } from '#web/lib/account/pending-link.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'

/** The company's sign-in found an account that is not connected with it: whose it is has to be proved first. */
export function PendingLinkNotice({ link, onAbandon }: { link: PendingLink; onAbandon: () => void }) {
  const { email, provider } = link
  return (
    <Notice
      kind="info"
      title={
        <span className="wrap-anywhere">
          <Trans>There’s already an account for {email}</Trans>
        </span>
      }
      action={
        <Button type="text" size="sm" className="-ml-3" onClick={onAbandon}>
          <Trans>Don’t connect</Trans>
        </Button>
      }
    >
      <Trans>Sign in once with your password to connect it to {provider}.</Trans>
    </Notice>
  )
}
