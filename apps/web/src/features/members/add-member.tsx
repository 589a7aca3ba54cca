import { invitationsAtOnce } from '@countersign/contract/members.ts'
import type { BusinessRole } from '@countersign/contract/businesses.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type FormEvent } from 'react'
import { languageNames, selectableLanguages } from '#web/lib/language/language.ts'
import { readPastedPeople } from '#web/lib/forms/pasted-people.ts'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup, Radio } from '#web/ui/forms/checkbox.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { type DialogControls, openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import { WrongEntries } from '#web/ui/forms/wrong-entries.tsx'
import { invite } from './member-calls.ts'
import { emailsOfTable, readText } from './read-file.ts'
import { type RefusedInvitation, RefusedList } from './refused-list.tsx'

/** A list of 500 people is a few dozen kilobytes. */
const longestFile = 1_000_000

interface Typed {
  readonly list: string
  readonly role: BusinessRole
  readonly lang: (typeof selectableLanguages)[number] | null
  readonly message: string
}

const nothing: Typed = { list: '', role: 'member', lang: null, message: '' }

/** What was typed and not sent: a list is there again when the dialog was closed by mistake. */
export type KeptInvitations = { current: Typed | null }

/** Invites one or many. It stays open for those who could not be invited. */
export function openAddMember(options: { kept: KeptInvitations; onInvited: (count: number) => void }): void {
  openDialog({
    namespace: 'business',
    name: 'add-member',
    title: <Trans>Invite people</Trans>,
    content: ({ close, during }) => <AddMemberForm {...options} close={close} during={during} />,
  })
}

function AddMemberForm({
  kept,
  onInvited,
  close,
  during,
}: Pick<DialogControls, 'close' | 'during'> & { kept: KeptInvitations; onInvited: (count: number) => void }) {
  const { t, i18n } = useLingui()
  const field = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState(kept.current ?? nothing)
  const { list, role, message } = typed
  const lang = typed.lang ?? selectableLanguages.find((language) => language === i18n.locale) ?? 'en'
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<readonly RefusedInvitation[]>([])
  const [invited, setInvited] = useState(0)
  const { busy, failure, attempt } = useAttempt()
  const { people, wrong } = readPastedPeople(list)
  const isWrong = wrong.length > 0 || people.length === 0 || people.length > invitationsAtOnce

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isWrong) return field.current?.focus()
    const users = people.map(({ email }) => ({ email, role, lang }))
    const text = message.trim()
    await attempt(async () => {
      const done = await during(() => invite({ users, ...(text && { message: text }) }))
      if (done.invitedMembers.length > 0) onInvited(done.invitedMembers.length)
      if (done.refused.length === 0) return discard()
      setInvited(done.invitedMembers.length)
      setRefused(done.refused)
      change({ list: done.refused.map(({ email }) => email).join('\n') })
      setTried(false)
      field.current?.focus()
    })
  }

  /** On what was typed last: an answer, or a file that was read, finds more than was there when it was asked for. */
  function change(part: Partial<Typed>) {
    kept.current = { ...(kept.current ?? nothing), ...part }
    setTyped(kept.current)
  }

  function discard() {
    kept.current = null
    close()
  }

  function type(text: string) {
    change({ list: text })
    setRefused([])
    setTried(false)
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <TextArea
          ref={field}
          label={t({ message: 'Emails', context: 'addresses' })}
          hint={t`One per line or separated by semicolons: “anna@example.org” or “Anna Keller <anna@example.org>”. Up to ${invitationsAtOnce}.`}
          rows={4}
          value={list}
          error={tried && isWrong && <ListError people={people.length} wrong={wrong} />}
          onChange={(event) => type(event.target.value)}
        />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <TableFile
            onRead={(emails) =>
              type([(kept.current ?? nothing).list.trim(), ...emails].filter(Boolean).join('\n'))
            }
          />
          <p role="status" className="text-sm text-ink-secondary">
            {people.length > 0 && <Plural value={people.length} one="# email" other="# emails" />}
          </p>
        </div>
        <RefusedList refused={refused} invited={invited} />
      </div>
      <ChoiceGroup legend={t`They join as`}>
        <Radio
          name="role"
          label={t`Members`}
          hint={t`They send and sign documents for the business.`}
          checked={role === 'member'}
          onChange={() => change({ role: 'member' })}
        />
        <Radio
          name="role"
          label={t`Administrators`}
          hint={t`They also manage people, seals and settings, and see the activity.`}
          checked={role === 'admin'}
          onChange={() => change({ role: 'admin' })}
        />
      </ChoiceGroup>
      <Select
        label={t`Email language`}
        value={lang}
        options={selectableLanguages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={(event) =>
          change({ lang: selectableLanguages.find((language) => language === event.target.value) ?? 'en' })
        }
      />
      <TextArea
        label={t`Message (optional)`}
        rows={2}
        maxLength={1000}
        value={message}
        onChange={(event) => change({ message: event.target.value })}
      />
      {failure !== null && <RefusalNotice failure={failure} />}
      <DialogButtons>
        <Button type="secondary" color="neutral" disabled={busy} onClick={discard}>
          <Trans>Cancel</Trans>
        </Button>
        <Button submit loading={busy}>
          <Plural value={people.length} _0="Invite" one="Invite # person" other="Invite # people" />
        </Button>
      </DialogButtons>
    </form>
  )
}

function ListError({ people, wrong }: { people: number; wrong: readonly string[] }) {
  if (wrong.length > 0)
    return (
      <>
        <WrongEntries wrong={wrong} /> <Trans>Nobody has been invited yet.</Trans>
      </>
    )
  if (people === 0) return <Trans>Enter at least one email.</Trans>
  return <Trans>You can invite up to {invitationsAtOnce} people at once. Please remove some.</Trans>
}

/** A table of people, such as a spreadsheet's export: its emails come into the field. */
function TableFile({ onRead }: { onRead: (emails: readonly string[]) => void }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [unread, setUnread] = useState('')
  async function read(file: File) {
    const emails = file.size > longestFile ? [] : emailsOfTable(await readText(file))
    setUnread(emails.length === 0 ? file.name : '')
    if (emails.length > 0) onRead(emails)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`CSV file with emails`}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void read(file)
        }}
      />
      <Button type="text" size="sm" icon="upload" className="-ml-3" onClick={() => input.current?.click()}>
        <Trans>Import from CSV file</Trans>
      </Button>
      {unread !== '' && (
        <p role="alert" className="w-full text-sm wrap-anywhere text-error">
          <Trans>No emails found in “{unread}”. Choose a CSV or text file up to 1 MB.</Trans>
        </p>
      )}
    </>
  )
}
