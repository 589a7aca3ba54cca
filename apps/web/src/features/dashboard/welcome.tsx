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
            <Trans>Drop a PDF anywhere on this page to add it.</Trans>
          </li>
          <li>
            <Trans>Add signers and place signature fields. You can sign too.</Trans>
          </li>
          <li>
            <Trans>Send. Signers get a link by email; no account needed.</Trans>
          </li>
        </ol>
      </Notice>
    </div>
  )
}
