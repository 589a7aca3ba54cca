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
import { invite } from './member-calls.ts'
import { emailsOfTable, readText } from './read-file.ts'
import { type RefusedInvitation, RefusedList, WrongEntries } from './refused-list.tsx'

/** A list of 500 people is a few dozen kilobytes. */
const longestFile = 1_000_000

/** Invites one or many. It stays open for those who could not be invited. */
export function openAddMember(options: { onInvited: (count: number) => void }): void {
  openDialog({
    namespace: 'business',
    name: 'add-member',
    title: <Trans>Invite people</Trans>,
    content: ({ close, during }) => (
      <AddMemberForm onInvited={options.onInvited} close={close} during={during} />
    ),
  })
}

function AddMemberForm({
  onInvited,
  close,
  during,
}: Pick<DialogControls, 'close' | 'during'> & { onInvited: (count: number) => void }) {
  const { t, i18n } = useLingui()
  const field = useRef<HTMLTextAreaElement>(null)
  const [list, setList] = useState('')
  const [role, setRole] = useState<BusinessRole>('member')
  const [lang, setLang] = useState<(typeof selectableLanguages)[number]>(
    () => selectableLanguages.find((language) => language === i18n.locale) ?? 'en',
  )
  const [message, setMessage] = useState('')
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<readonly RefusedInvitation[]>([])
  const [invited, setInvited] = useState(0)
  const { busy, failure, attempt } = useAttempt()
  const { people, wrong } = readPastedPeople(list)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (people.length === 0 || people.length > invitationsAtOnce || wrong.length > 0)
      return field.current?.focus()
    const users = people.map(({ email }) => ({ email, role, lang }))
    const typed = message.trim()
    await attempt(async () => {
      const done = await during(() => invite({ users, ...(typed && { message: typed }) }))
      if (done.invitedMembers.length > 0) onInvited(done.invitedMembers.length)
      if (done.refused.length === 0) return close()
      setInvited(done.invitedMembers.length)
      setRefused(done.refused)
      setList(done.refused.map(({ email }) => email).join('\n'))
      setTried(false)
      field.current?.focus()
    })
  }

  function type(text: string) {
    setList(text)
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
          error={tried && <ListError people={people.length} wrong={wrong} />}
          onChange={(event) => type(event.target.value)}
        />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <TableFile onRead={(emails) => type([list.trim(), ...emails].filter(Boolean).join('\n'))} />
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
          onChange={() => setRole('member')}
        />
        <Radio
          name="role"
          label={t`Administrators`}
          hint={t`They also manage people, seals and settings, and see the activity.`}
          checked={role === 'admin'}
          onChange={() => setRole('admin')}
        />
      </ChoiceGroup>
      <Select
        label={t`Email language`}
        value={lang}
        options={selectableLanguages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={(event) =>
          setLang(selectableLanguages.find((language) => language === event.target.value) ?? 'en')
        }
      />
      <TextArea
        label={t`Message (optional)`}
        rows={2}
        maxLength={1000}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      {failure !== null && <RefusalNotice failure={failure} />}
      <DialogButtons>
        <Button type="secondary" color="neutral" disabled={busy} onClick={close}>
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
  if (wrong.length > 0) return <WrongEntries wrong={wrong} />
  if (people === 0) return <Trans>Enter at least one email.</Trans>
  if (people > invitationsAtOnce)
    return <Trans>You can invite up to {invitationsAtOnce} people at once. Please remove some.</Trans>
  return null
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
