import { Plural, Trans } from '@lingui/react/macro'
import { Notice } from '#web/ui/notices/notice.tsx'
import { fieldTroublesId, nameOfSigner } from '../fields/field-words.ts'
import type { FieldTrouble } from './field-troubles.ts'
import type { Compose } from '../use-compose.ts'
import type { PlacementMode } from './use-placing.ts'

const shownAtMost = 5

/** Names each field that lies over another one or off its page, and leads there. */
export function FieldTroubles(props: {
  compose: Compose
  placing: PlacementMode
  troubles: readonly FieldTrouble[]
}) {
  const { compose, placing, troubles } = props
  if (troubles.length === 0) return null
  const more = troubles.length - shownAtMost
  return (
    <Notice kind="warning" title={<Trans>Check these fields</Trans>}>
      <ul id={fieldTroublesId} className="flex flex-col gap-1">
        {troubles.slice(0, shownAtMost).map(({ kind, field, other }) => {
          const name = nameOfSigner(compose, field.signerKey)
          const over = other ? nameOfSigner(compose, other.signerKey) : ''
          const isOwn = other?.signerKey === field.signerKey
          const page = field.page + 1
          const document = compose.names.get(field.documentId)?.name ?? ''
          return (
            <li key={`${field.id} ${other?.id ?? ''}`}>
              <button
                type="button"
                className="min-h-6 cursor-pointer text-left underline"
                onClick={() => placing.show(field)}
              >
                {kind === 'overlap' && isOwn ? (
                  <Trans>
                    Two fields of {name} overlap on page {page} of {document}.
                  </Trans>
                ) : kind === 'overlap' ? (
                  <Trans>
                    {name} and {over} overlap on page {page} of {document}.
                  </Trans>
                ) : (
                  <Trans>
                    {name} lies partly off page {page} of {document}.
                  </Trans>
                )}
              </button>
            </li>
          )
        })}
      </ul>
      {more > 0 && <Plural value={more} one="and # more" other="and # more" />}
    </Notice>
  )
}
