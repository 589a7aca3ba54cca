import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useRef } from 'react'
import type { Language } from '@countersign/contract/values.ts'
import { formatList } from '#web/lib/language/format.ts'
import { onTap } from '#web/features/request-actions/on-tap.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { isEmail } from '#web/lib/forms/email-rule.ts'
import { withMovedSigner, withSigner } from '../drafts/change-draft.ts'
import type { Problem } from '../drafts/check-draft.ts'
import { problemOf } from '../drafts/check-draft.ts'
import type { DraftSigner } from '../drafts/draft.ts'
import { turnsOf } from '../drafts/draft.ts'
import { placesOf } from '../drafts/draft-index.ts'
import { newSigner } from './new-signer.ts'
import { PasteList } from './paste-list.tsx'
import { Person, type PersonDesk } from './person.tsx'
import { wantsMobile } from '../sending/offered-qualities.ts'
import type { DraftDocument } from '../documents/signed-documents.tsx'
import { useBlankSigner } from './use-blank-signer.ts'
import type { Compose } from '../use-compose.ts'
import { useOpenedForms } from './use-opened-forms.ts'
import type { PlacementMode } from '../placements/use-placing.ts'
import { useRowDrag } from './use-row-drag.ts'
import { useRowKeys } from './use-row-keys.ts'

/** Of more people than this, those without a name are lines too: a pasted list of emails would be as many forms. */
const namelessFormsAtMost = 6

interface PeopleStepProps {
  compose: Compose
  placing: PlacementMode
  problems: readonly Problem[]
}

/** Who signs, each on a line that is a form while it is filled in, and is dragged onto the page by its handle. */
export function PeopleStep({ compose, placing, problems }: PeopleStepProps) {
  const { draft, me, act } = compose
  const { i18n, t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  const focusLast = useRef(false)
  const forms = useOpenedForms()
  const blank = useBlankSigner(draft.signers, i18n.locale as Language)
  const count = draft.signers.length
  const move = (from: number, to: number) => act((current) => withMovedSigner(current, from, to))
  const order = draft.signers.map(({ key }) => key).join(' ')
  const keys = useRowKeys(list, order, count, move)
  const drag = useRowDrag(move)
  const turns = turnsOf(draft)
  const place = keys.moved === null ? null : keys.moved + 1

  function add(person: Partial<DraftSigner>) {
    const signer = newSigner(person, i18n.locale as Language)
    act((current) => withSigner(current, signer))
    const isToBeFilledIn = !signer.isMe && !signer.group
    focusLast.current = isToBeFilledIn
    if (isToBeFilledIn) forms.only(signer.key)
  }

  function chooseGroup() {
    return onTap(
      () => import('#web/features/request-actions/signers/add-signer-group.tsx'),
      ({ openChooseSignerGroup }) =>
        openChooseSignerGroup(({ id, name, member_count: memberCount }) =>
          add({ name, group: { id, memberCount } }),
        ),
    )
  }

  const focusForm = () =>
    list.current?.querySelector<HTMLInputElement>(':scope > li:last-child input')?.focus()
  useEffect(() => {
    if (!focusLast.current) return
    focusLast.current = false
    focusForm()
  }, [count])

  const desk = useRef<PersonDesk>({ compose, placing, drag, keys, forms })
  desk.current = { compose, placing, drag, keys, forms }

  const nobody = problems.some((problem) => problem.code === 'no_signers')
  const documents = useDocuments(compose)
  const unsigned = problems.flatMap((problem) =>
    problem.code === 'document_unsigned' ? documents.filter(({ id }) => id === problem.documentId) : [],
  )
  return (
    <div className="flex flex-col gap-3">
      <ul ref={list} aria-describedby={count > 1 ? 'people-keys' : undefined} className="flex flex-col gap-2">
        {(blank ? [blank] : draft.signers).map((signer, index) => (
          <Person
            key={signer.key}
            signer={signer}
            index={index}
            count={count}
            inOrder={draft.inOrder}
            turn={turns[index] ?? -1}
            isArmed={placing.armed === signer.key && placing.tool === null}
            mayPlace={placing.mayPlace}
            placed={placesOf(draft.fields, signer.key)}
            nameProblem={problemOf(problems, signer.key, 'name')}
            emailProblem={problemOf(problems, signer.key, 'email')}
            documentsProblem={problemOf(problems, signer.key, 'documents')}
            documents={documents}
            isBlank={signer === blank}
            isOpen={
              forms.opened.has(signer.key) ||
              isToFillIn(signer, count) ||
              problems.some((problem) => 'signerKey' in problem && problem.signerKey === signer.key)
            }
            wantsMobile={wantsMobile(draft)}
            isOver={drag.over === index}
            desk={desk}
          />
        ))}
      </ul>
      {count > 1 && (
        <p id="people-keys" className="sr-only">
          <Trans>Alt with the arrow keys moves a person up or down.</Trans>
        </p>
      )}
      <p role="status" className="sr-only">
        {place !== null && t`Moved to position ${place} of ${count}`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="secondary" size="sm" icon="plus" onClick={() => (blank ? focusForm() : add({}))}>
          <Trans>Add signer</Trans>
        </Button>
        <Button type="text" size="sm" icon="plus" onClick={() => void chooseGroup()}>
          <Trans>Add group</Trans>
        </Button>
        {!draft.signers.some((signer) => signer.isMe) && (
          <Button
            type="text"
            size="sm"
            icon="person"
            className="text-start"
            onClick={() => add({ ...me, isMe: true })}
          >
            <Trans>Add me as a signer</Trans>
          </Button>
        )}
        <PasteList compose={compose} />
      </div>
      {unsigned.length > 0 && (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-error wrap-anywhere">
          <Icon name="warning" size={16} />
          <UnsignedDocuments names={unsigned.map(({ name }) => name)} />
        </p>
      )}
      {nobody && (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-error">
          <Icon name="warning" size={16} />
          <Trans>Add at least one signer.</Trans>
        </p>
      )}
      {count > 1 && (
        <Checkbox
          label={t`Set signing order`}
          hint={t`Each signer is emailed after the previous one signs.`}
          checked={draft.inOrder}
          onChange={(event) => {
            const inOrder = event.target.checked
            compose.change((current) => ({ ...current, inOrder }))
          }}
        />
      )}
    </div>
  )
}

/** What only the sender can tell is missing. */
function isToFillIn({ name, email, group, role, signs }: DraftSigner, count: number): boolean {
  const isNameless = name.trim() === '' && role === null && count <= namelessFormsAtMost
  return signs?.length === 0 || (!group && (isNameless || !isEmail(email)))
}

/** The same list as long as nothing in it has changed: each person is drawn from it. */
function useDocuments({ draft, names }: Compose): readonly DraftDocument[] {
  const said = JSON.stringify(draft.documentIds.map((id) => ({ id, name: names.get(id)?.name ?? '' })))
  return useMemo(() => JSON.parse(said) as DraftDocument[], [said])
}

function UnsignedDocuments({ names }: { names: readonly string[] }) {
  const { i18n } = useLingui()
  const documents = formatList(names, i18n.locale)
  return <Trans>Choose who signs {documents}. If nobody signs it, add it as an attachment instead.</Trans>
}
