import { Plural } from '@lingui/react/macro'
import { isolate } from '#web/lib/language/isolate.ts'
import { Notice } from '#web/ui/notices/notice.tsx'

/** Says which of a document's own signature fields nobody can sign in, because of what they demand. */
export function SeedValueFields({ names }: { names: readonly string[] }) {
  const count = names.length
  if (count === 0) return null
  const listed = names.map(isolate).join(', ')
  return (
    <Notice
      kind="info"
      title={
        <Plural
          value={count}
          one="Signature field that can’t be used"
          other="Signature fields that can’t be used"
        />
      }
    >
      <Plural
        value={count}
        one={`${listed}: this field requires a kind of signature that isn’t available here. Place new signature fields for your signers.`}
        other={`${listed}: these fields require a kind of signature that isn’t available here. Place new signature fields for your signers.`}
      />
    </Notice>
  )
}
