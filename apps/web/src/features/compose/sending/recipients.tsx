import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatList } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { type Draft, type DraftSigner, turnsOf } from '../drafts/draft.ts'
import { placesOf } from '../drafts/draft-index.ts'
import { isChosen, missingFields, undecidedSigners, type WithoutField } from '../fields/missing-fields.ts'
import { GroupSize } from '../people/group-size.tsx'
import { signerColor } from '../people/signer-color.ts'

interface RecipientsProps {
  draft: Draft
  /** In the order of the draft's documents. */
  documentNames: readonly string[]
  onPlace: (signerKey: string, documentId: string) => void
  withoutField: WithoutField
  /** That these sign without the fields they lack is meant. */
  onWithoutField: (signers: readonly DraftSigner[]) => void
}

/** Who is asked, in which order, and where a field is missing: that is nearly always a mistake. */
export function Recipients(props: RecipientsProps) {
  const { draft } = props
  const turns = turnsOf(draft)
  const turnWords = (index: number) => {
    const turn = turns[index] ?? -1
    return draft.inOrder && turn >= 0 ? `${turn + 1}. ` : ''
  }
  const missing = draft.signers.map((signer) => missingFields(draft, signer))
  const undecided = undecidedSigners(draft, props.withoutField)
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
                <bdi>{signer.name}</bdi>
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
      {undecided.length > 1 && (
        <Button type="text" size="sm" className="-ml-3" onClick={() => props.onWithoutField(undecided)}>
          <Trans>All sign without these fields</Trans>
        </Button>
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

function MissingFields(props: RecipientsProps & { signer: DraftSigner; missing: readonly string[] }) {
  const { draft, documentNames, onPlace, signer, missing } = props
  const { i18n, t } = useLingui()
  const [first] = missing
  if (first === undefined) return null
  const names = formatList(
    missing.map((id) => documentNames[draft.documentIds.indexOf(id)] ?? ''),
    i18n.locale,
  )
  const { name } = signer
  if (isChosen(props.withoutField, signer, missing)) {
    return (
      <p className="text-sm wrap-anywhere text-ink-secondary">
        <Trans>Signs {names} without a field</Trans>
      </p>
    )
  }
  return (
    <div className="text-sm">
      <p className="flex min-w-0 items-start gap-1.5 wrap-anywhere text-waiting">
        <Icon name="warning" size={16} />
        <span>
          <Trans>No signature field on {names}</Trans>
        </span>
      </p>
      <div className="-ml-3 flex flex-wrap">
        <Button
          type="text"
          size="sm"
          label={t`Place field for ${name}`}
          onClick={() => onPlace(signer.key, first)}
        >
          <Trans>Place field</Trans>
        </Button>
        <Button
          type="text"
          color="neutral"
          size="sm"
          label={t`Sign without field: ${name}`}
          onClick={() => props.onWithoutField([signer])}
        >
          <Trans>Sign without field</Trans>
        </Button>
      </div>
    </div>
  )
}
