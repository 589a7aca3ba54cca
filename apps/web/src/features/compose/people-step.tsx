import { Trans, useLingui } from '@lingui/react/macro'
import type { DragEvent } from 'react'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { Language } from '@countersign/contract/values.ts'
import { onTap } from '#web/features/request-acts/on-tap.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isEmail } from '#web/lib/email-rule.ts'
import {
  withChangedSigner,
  withDocuments,
  withMovedSigner,
  withoutSigner,
  withSigner,
} from './change-draft.ts'
import type { Problem } from './check-draft.ts'
import { problemOf } from './check-draft.ts'
import type { DraftSigner } from './draft.ts'
import { turnsOf } from './draft.ts'
import { newSigner } from './new-signer.ts'
import { PasteList } from './paste-list.tsx'
import { colorOfIndex } from './signer-color.ts'
import { wantsMobile } from './offered-qualities.ts'
import type { DraftDocument } from './signed-documents.tsx'
import { SignerForm } from './signer-form.tsx'
import { SignerRow } from './signer-row.tsx'
import type { Compose } from './use-compose.ts'
import { useRowDrag } from './use-row-drag.ts'
import { useRowKeys } from './use-row-keys.ts'

/** More people than this are rows of one line, and a form where one is changed. */
const formsAtMost = 6

export function PeopleStep({ compose, problems }: { compose: Compose; problems: readonly Problem[] }) {
  const { draft, me, act } = compose
  const { i18n, t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  const focusLast = useRef(false)
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set())
  const count = draft.signers.length
  const move = (from: number, to: number) => act((current) => withMovedSigner(current, from, to))
  const order = draft.signers.map(({ key }) => key).join(' ')
  const keys = useRowKeys(list, order, count, move)
  const drag = useRowDrag(move)
  const turns = turnsOf(draft)
  const place = keys.moved === null ? null : keys.moved + 1

  function open(key: string) {
    setOpened((before) => new Set([...before, key]))
  }

  function add(person: Partial<DraftSigner>) {
    const signer = newSigner(person, i18n.locale as Language)
    act((current) => withSigner(current, signer))
    const isToBeFilledIn = !signer.isMe && !signer.group
    focusLast.current = isToBeFilledIn
    if (isToBeFilledIn) open(signer.key)
  }

  function chooseGroup() {
    return onTap(
      () => import('#web/features/request-acts/add-signer-group.tsx'),
      ({ openChooseSignerGroup }) =>
        openChooseSignerGroup(({ id, name, member_count: memberCount }) =>
          add({ name, group: { id, memberCount } }),
        ),
    )
  }

  useEffect(() => {
    if (!focusLast.current) return
    focusLast.current = false
    list.current?.querySelector<HTMLInputElement>(':scope > li:last-child input')?.focus()
  }, [count])

  const desk = useRef<PersonDesk>({ compose, drag, keys, open })
  desk.current = { compose, drag, keys, open }

  const nobody = problems.some((problem) => problem.code === 'no_signers')
  const documents = useDocuments(compose)
  const unsigned = problems.flatMap((problem) =>
    problem.code === 'document_unsigned' ? documents.filter(({ id }) => id === problem.documentId) : [],
  )
  return (
    <div className="flex flex-col gap-3">
      <ul ref={list} aria-describedby={count > 1 ? 'people-keys' : undefined} className="flex flex-col gap-2">
        {draft.signers.map((signer, index) => (
          <Person
            key={signer.key}
            signer={signer}
            index={index}
            count={count}
            inOrder={draft.inOrder}
            turn={turns[index] ?? -1}
            nameProblem={problemOf(problems, signer.key, 'name')}
            emailProblem={problemOf(problems, signer.key, 'email')}
            documentsProblem={problemOf(problems, signer.key, 'documents')}
            documents={documents}
            isForm={
              count <= formsAtMost ||
              opened.has(signer.key) ||
              !(signer.group || isEmail(signer.email)) ||
              signer.signs?.length === 0
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
        <Button type="secondary" icon="plus" onClick={() => add({})}>
          <Trans>Add signer</Trans>
        </Button>
        <Button type="text" icon="plus" onClick={() => void chooseGroup()}>
          <Trans>Add group</Trans>
        </Button>
        {!draft.signers.some((signer) => signer.isMe) && (
          <Button type="text" icon="person" onClick={() => add({ ...me, isMe: true })}>
            <Trans>Add me as a signer</Trans>
          </Button>
        )}
      </div>
      <PasteList compose={compose} />
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

/** The same list as long as nothing in it has changed: each person is drawn from it. */
function useDocuments({ draft, names }: Compose): readonly DraftDocument[] {
  const said = JSON.stringify(draft.documentIds.map((id) => ({ id, name: names.get(id)?.name ?? '' })))
  return useMemo(() => JSON.parse(said) as DraftDocument[], [said])
}

function UnsignedDocuments({ names }: { names: readonly string[] }) {
  const { i18n } = useLingui()
  const documents = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(names)
  return <Trans>Choose who signs {documents}. If nobody signs it, add it as an attachment instead.</Trans>
}

interface PersonDesk {
  readonly compose: Compose
  readonly drag: ReturnType<typeof useRowDrag>
  readonly keys: ReturnType<typeof useRowKeys>
  readonly open: (key: string) => void
}

interface PersonProps {
  readonly signer: DraftSigner
  readonly index: number
  readonly count: number
  readonly inOrder: boolean
  readonly turn: number
  readonly nameProblem: Problem['code'] | undefined
  readonly emailProblem: Problem['code'] | undefined
  readonly documentsProblem: Problem['code'] | undefined
  readonly documents: readonly DraftDocument[]
  readonly wantsMobile: boolean
  readonly isForm: boolean
  readonly isOver: boolean
  /** What one does with it: never another one, so that a word typed for one person draws no other one anew. */
  readonly desk: { readonly current: PersonDesk }
}

const Person = memo(function Person({ isForm, isOver, desk, ...props }: PersonProps) {
  const { index, signer } = props
  const rows = () => desk.current.drag.rowProps(index)
  const handles = () => desk.current.drag.handleProps(index)
  const shared = {
    ...props,
    color: colorOfIndex(index),
    move: (from: number, to: number) => desk.current.keys.move(from, to),
    remove: () => desk.current.compose.act((current) => withoutSigner(current, signer.key)),
    handle: {
      draggable: true,
      onDragStart: (event: DragEvent) => handles().onDragStart(event),
      onDragEnd: () => handles().onDragEnd(),
    },
  }
  return (
    <li
      data-row={signer.key}
      onDragOver={(event) => rows().onDragOver(event)}
      onDrop={(event) => rows().onDrop(event)}
      onKeyDown={(event) => desk.current.keys.onKeyDown(event, index)}
      className={classNames('rounded', isOver && 'outline-2 outline-accent')}
    >
      {isForm ? (
        <SignerForm
          {...shared}
          change={(part) => desk.current.compose.change((now) => withChangedSigner(now, signer.key, part))}
          choose={(signs) => desk.current.compose.act((now) => withDocuments(now, signer.key, signs))}
        />
      ) : (
        <SignerRow {...shared} open={() => desk.current.open(signer.key)} />
      )}
    </li>
  )
})
