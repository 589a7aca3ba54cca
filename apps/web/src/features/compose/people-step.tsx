import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { Language } from '@countersign/contract/values.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { withMovedSigner, withSigner } from './change-draft.ts'
import type { Problem } from './check-draft.ts'
import type { DraftSigner } from './draft.ts'
import { SignerForm } from './signer-form.tsx'
import type { Compose } from './use-compose.ts'
import { useRowDrag } from './use-row-drag.ts'

let lastKey = 0

export function PeopleStep({ compose, problems }: { compose: Compose; problems: readonly Problem[] }) {
  const { draft, me } = compose
  const { i18n, t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  const focusLast = useRef(false)
  const drag = useRowDrag(move)
  function move(from: number, to: number) {
    compose.change((current) => withMovedSigner(current, from, to))
  }

  function add(person: Pick<DraftSigner, 'name' | 'email' | 'isMe'>) {
    const language = i18n.locale as Language
    const signer = { key: `new-${++lastKey}`, sid: null, language, ...person }
    compose.change((current) => withSigner(current, signer))
    focusLast.current = !person.isMe
  }

  useEffect(() => {
    if (!focusLast.current) return
    focusLast.current = false
    list.current?.querySelector<HTMLInputElement>(':scope > li:last-child input')?.focus()
  }, [draft.signers.length])

  const nobody = problems.some((problem) => problem.code === 'no_signers')
  return (
    <div className="flex flex-col gap-3">
      <ul ref={list} className="flex flex-col gap-2">
        {draft.signers.map((signer, index) => (
          <li
            key={signer.key}
            {...drag.rowProps(index)}
            className={classNames('rounded', drag.over === index && 'outline-2 outline-accent')}
          >
            <SignerForm
              compose={compose}
              signer={signer}
              index={index}
              problems={problems}
              move={move}
              handle={drag.handleProps(index)}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button type="secondary" icon="plus" onClick={() => add({ name: '', email: '', isMe: false })}>
          <Trans>Add a person</Trans>
        </Button>
        {!draft.signers.some((signer) => signer.isMe) && (
          <Button type="text" icon="person" onClick={() => add({ ...me, isMe: true })}>
            <Trans>I sign too</Trans>
          </Button>
        )}
      </div>
      {nobody && (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-error">
          <Icon name="warning" size={16} />
          <Trans>Add at least one person who signs.</Trans>
        </p>
      )}
      {draft.signers.length > 1 && (
        <Checkbox
          label={t`They sign one after the other`}
          hint={t`Each is asked when the one before has signed.`}
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
