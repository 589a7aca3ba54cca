import { canonicalEmail } from '@countersign/contract/email.ts'
import type { Document } from '@countersign/contract/documents.ts'
import type { Language } from '@countersign/contract/values.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import type { DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { useTypeName } from '../fields/type-names.ts'
import { nameOfSigner } from '../fields/field-words.ts'
import type { FoundPlace, PlaceChoices, TagsOfDocuments } from './found-places.ts'
import { chosenTwice, foundPlaces, suggestedChoices, withFoundPlaces } from './found-places.ts'
import { newSigner } from '../people/new-signer.ts'
import type { Compose } from '../use-compose.ts'

/** Tells of the places the documents name themselves; nobody is put anywhere before one has looked. */
export function FoundPlacesNotice(props: {
  compose: Compose
  documents: readonly Document[]
  tags: TagsOfDocuments
}) {
  const { compose } = props
  const { i18n } = useLingui()
  const typeName = useTypeName()
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set())
  const found = foundPlaces(compose.draft, props.documents, props.tags)
  const fresh = found.filter(({ id }) => !left.has(id))
  if (fresh.length === 0) return null
  const anybody = compose.draft.signers.length > 0 || found.some(({ email }) => email)

  function take(choices: PlaceChoices) {
    const add = (email: string) => newSigner({ email }, i18n.locale as Language)
    compose.act((current) => withFoundPlaces(current, found, choices, add, typeName))
    setLeft(new Set(found.map(({ id }) => id)))
  }

  function open() {
    openDialog<PlaceChoices>({
      namespace: 'document',
      name: 'found-places',
      title: found.some(({ input }) => input) ? (
        <Trans>Who signs or fills in what?</Trans>
      ) : (
        <Trans>Who signs where?</Trans>
      ),
      content: (controls) => <FoundPlaces compose={compose} found={found} controls={controls} />,
      onAction: take,
      width: 'wide',
    })
  }

  return (
    <Notice
      kind="info"
      title={
        <Plural
          value={fresh.length}
          one="# field found in the documents"
          other="# fields found in the documents"
        />
      }
      action={
        <div className="flex flex-wrap gap-2">
          {anybody && (
            <Button type="secondary" size="sm" onClick={open}>
              <Trans>Review fields</Trans>
            </Button>
          )}
          <Button
            type="text"
            size="sm"
            color="neutral"
            onClick={() => setLeft(new Set(found.map(({ id }) => id)))}
          >
            <Trans>Not now</Trans>
          </Button>
        </div>
      }
    >
      {!anybody && <Trans>Add signers first, then assign the fields.</Trans>}
    </Notice>
  )
}

interface FoundPlacesProps {
  compose: Compose
  found: readonly FoundPlace[]
  controls: DialogControls<PlaceChoices>
}

function FoundPlaces({ compose, found, controls }: FoundPlacesProps) {
  const [choices, setChoices] = useState<PlaceChoices>(() => suggestedChoices(compose.draft, found))
  const twice = chosenTwice(found, choices)
  const count = found.filter(({ id }) => choices[id]).length
  return (
    <div className="flex flex-col gap-4">
      <p>
        <Trans>
          PDF signature fields and text tags. Each signer has one signature field per document; you can move
          fields afterwards.
        </Trans>
      </p>
      <ul className="flex max-h-[50dvh] flex-col gap-3 overflow-y-auto p-1">
        {found.map((one) => (
          <li key={one.id}>
            <WhoSigns
              compose={compose}
              one={one}
              who={choices[one.id] ?? ''}
              isTwice={twice.has(one.id)}
              choose={(who) => setChoices((before) => ({ ...before, [one.id]: who }))}
            />
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button type="secondary" color="neutral" onClick={controls.close}>
          <Trans>Back to the draft</Trans>
        </Button>
        <Button disabled={count === 0 || twice.size > 0} onClick={() => controls.act(choices)}>
          <Plural value={count} one="Add # field" other="Add # fields" />
        </Button>
      </DialogButtons>
    </div>
  )
}

function WhoSigns(props: {
  compose: Compose
  one: FoundPlace
  who: string
  isTwice: boolean
  choose: (who: string) => void
}) {
  const { compose, one } = props
  const { t } = useLingui()
  const page = one.page + 1
  const document = compose.names.get(one.documentId)?.name ?? ''
  const { email } = one
  const isKnown = compose.draft.signers.some((signer) => canonicalEmail(signer.email) === email)
  return (
    <Select
      label={one.name}
      hint={t`${document}, page ${page}`}
      value={props.who}
      error={props.isTwice ? t`This signer already has a signature field in this document.` : undefined}
      options={[
        { value: '', label: t`Nobody` },
        ...compose.draft.signers.map(({ key }) => ({ value: key, label: nameOfSigner(compose, key) })),
        ...(email && !isKnown ? [{ value: `+${email}`, label: t`${email}, to be added` }] : []),
      ]}
      onChange={(event) => props.choose(event.target.value)}
    />
  )
}
