import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The first thing after signing up: what can be done here, in three lines. */
export function Welcome({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <div className="mb-4">
      <Notice
        kind="success"
        title={<Trans>Welcome, {name}</Trans>}
        action={
          <Button type="secondary" size="sm" onClick={onClose}>
            <Trans>Got it</Trans>
          </Button>
        }
      >
        <ol className="mt-1 list-decimal pl-5">
          <li>
            <Trans>Add a PDF: drop it anywhere on this page.</Trans>
          </li>
          <li>
            <Trans>Say who signs, and where. You can be one of them.</Trans>
          </li>
          <li>
            <Trans>Send it. Everybody gets a link, and nobody else needs an account.</Trans>
          </li>
        </ol>
      </Notice>
    </div>
  )
}
