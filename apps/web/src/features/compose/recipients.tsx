import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { documentsOf, type Draft, type DraftSigner, fieldOf, turnsOf } from './draft.ts'
import { placesOf } from './draft-index.ts'
import { GroupSize } from './group-size.tsx'
import { signerColor } from './signer-color.ts'

interface RecipientsProps {
  draft: Draft
  /** In the order of the draft's documents. */
  documentNames: readonly string[]
  onPlace: (signerKey: string, documentId: string) => void
}

/** Who is asked, in which order, and where a field is missing: that is nearly always a mistake. */
export function Recipients(props: RecipientsProps) {
  const { draft } = props
  const turns = turnsOf(draft)
  const turnWords = (index: number) => {
    const turn = turns[index] ?? -1
    return draft.inOrder && turn >= 0 ? `${turn + 1}. ` : ''
  }
  const missing = draft.signers.map((signer) => withoutField(draft, signer))
  return (
    <>
      <ol className="flex flex-col divide-y divide-line">
        {draft.signers.map((signer, index) => (
          <li key={signer.key} className="flex items-start gap-3 py-2">
            <span
              aria-hidden="true"
              className="mt-1.5 size-3 shrink-0 rounded-full"
              style={{ background: signerColor(draft, signer.key) }}
            />
            <div className="min-w-0 grow">
              <p className="font-medium wrap-anywhere">
                {turnWords(index)}
                {signer.name}
              </p>
              <Means draft={draft} signer={signer} />
              <MissingFields {...props} signer={signer} missing={missing[index] ?? []} />
            </div>
          </li>
        ))}
      </ol>
      {missing.flat().length > 0 && (
        <p className="mt-1 text-sm text-ink-secondary">
          <Trans>Without a field, the signature is valid but doesn’t appear on the page.</Trans>
        </p>
      )}
    </>
  )
}

function Means({ draft, signer }: { draft: Draft; signer: DraftSigner }) {
  const count = placesOf(draft.fields, signer.key)
  return (
    <p className="text-sm wrap-anywhere text-ink-secondary">
      {signer.group ? <GroupSize count={signer.group.memberCount} /> : signer.email}
      {count > 0 && (
        <>
          {' · '}
          <Plural value={count} one="# signature field" other="# signature fields" />
        </>
      )}
    </p>
  )
}

function withoutField(draft: Draft, signer: DraftSigner): string[] {
  return documentsOf(draft, signer).filter((id) => fieldOf(draft, signer.key, id) === undefined)
}

function MissingFields(props: RecipientsProps & { signer: DraftSigner; missing: readonly string[] }) {
  const { draft, documentNames, onPlace, signer, missing } = props
  const { i18n, t } = useLingui()
  const [first] = missing
  if (first === undefined) return null
  const names = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(
    missing.map((id) => documentNames[draft.documentIds.indexOf(id)] ?? ''),
  )
  const { name } = signer
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-waiting">
      <p className="flex min-w-0 items-start gap-1.5 wrap-anywhere">
        <Icon name="warning" size={16} />
        <span>
          <Trans>No signature field on {names}</Trans>
        </span>
      </p>
      <Button
        type="text"
        size="sm"
        label={t`Place field for ${name}`}
        onClick={() => onPlace(signer.key, first)}
      >
        <Trans>Place field</Trans>
      </Button>
    </div>
  )
}
