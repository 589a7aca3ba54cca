import { roleNameAtMost } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { focusFirstWrong } from '#web/lib/forms/focus-first-wrong.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import type { DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { MemberList } from './member-list.tsx'
import type { GroupContent } from './group-calls.ts'

/** What the form and the overlay know of each other. */
export interface GroupFormProps {
  content: GroupContent
  isUnsaved: boolean
}

/** The name of a group and who is in it. */
export function GroupForm(props: {
  isNew: boolean
  editing: GroupFormProps
  membersAtMost: number
  controls: DialogControls<'complete'>
  onCancel: () => void
}) {
  const { editing, controls } = props
  const { t } = useLingui()
  const [content, setContent] = useState(editing.content)
  /** What is still in the field of the list: it would be forgotten. */
  const [isListOpen, setListOpen] = useState(false)
  const [tried, setTried] = useState(false)
  const name = content.name.trim()
  const wrongName = tried && name === '' ? t`Enter a name.` : undefined
  const wrongMembers =
    tried && isListOpen
      ? t`Add the entries in the field, or clear it.`
      : tried && content.members.length === 0
        ? t`Add at least one member.`
        : undefined

  function change(part: Partial<typeof content>) {
    const next = { ...content, ...part }
    setContent(next)
    editing.content = { ...next, name: next.name.trim() }
    editing.isUnsaved = true
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (name !== '' && content.members.length > 0 && !isListOpen) controls.act('complete')
    else focusFirstWrong(event.currentTarget)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-ink-secondary">
        <Trans>
          Send to a group, and each member gets an email. The first to sign signs for the group; the others
          are notified.
        </Trans>
      </p>
      <TextField
        label={t`Group name`}
        hint={t`Visible to everyone involved in the request.`}
        value={content.name}
        maxLength={roleNameAtMost}
        autoComplete="off"
        error={wrongName}
        onChange={(event) => change({ name: event.target.value })}
      />
      <MemberList
        members={content.members}
        atMost={props.membersAtMost}
        error={wrongMembers}
        onChange={(members) => change({ members })}
        onTyped={(typed) => setListOpen(typed)}
      />
      <DialogButtons>
        <Button type="secondary" color="neutral" disabled={controls.loading} onClick={props.onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button submit loading={controls.loading}>
          {props.isNew ? <Trans>Create group</Trans> : <Trans>Save changes</Trans>}
        </Button>
      </DialogButtons>
    </form>
  )
}
