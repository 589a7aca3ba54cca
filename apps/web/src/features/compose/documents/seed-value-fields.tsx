import { Trans } from '@lingui/react/macro'
import { isolate } from '#web/lib/language/isolate.ts'
import { Notice } from '#web/ui/notices/notice.tsx'

/** Says which of a document's own signature fields nobody can sign in, because of what they demand. */
export function SeedValueFields({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  const listed = names.map(isolate).join(', ')
  return (
    <Notice kind="info" title={<Trans>Signature fields that can’t be used</Trans>}>
      <Trans>
        {listed}: these fields require a kind of signature that isn’t available here. Place new signature
        fields for your signers.
      </Trans>
    </Notice>
  )
}
