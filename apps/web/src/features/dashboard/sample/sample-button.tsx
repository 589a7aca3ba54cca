import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'

/** Lets a person see a whole request before they have a document of their own. */
export function SampleButton({ busy, onBegin }: { busy: boolean; onBegin: () => void }) {
  return (
    <Button type="secondary" icon="document" disabled={busy} onClick={onBegin}>
      <Trans>Try it with a sample contract</Trans>
    </Button>
  )
}
