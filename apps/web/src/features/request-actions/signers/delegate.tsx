import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import type { Language } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import type { DelegateBody } from '../action-calls.ts'
import { ActionForm } from '../action-form.tsx'
import * as schemas from '../action-schemas.ts'
import { useDialogForm } from '#web/lib/forms/use-dialog-form.ts'
import { SignerNameFields } from './signer-name-fields.tsx'

interface Person {
  email: string
  first_name: string
  last_name: string
  language: Language
  message: string
}

/** Someone else signs in one's place. */
export function openDelegate(options: {
  request: SignatureRequest
  run: (body: DelegateBody) => Promise<SignatureRequest>
  onDone: (request: SignatureRequest, email: string) => void
}): void {
  openDialog<Person>({
    namespace: 'document',
    name: 'delegate',
    title: <Trans>Ask someone else to sign</Trans>,
    content: (controls) => (
      <DelegateForm
        controls={controls}
        group={groupOf(options.request)}
        discards={hasEntries(options.request)}
      />
    ),
    onAction: async (person) => {
      const signatureId = ownOpenSignature(options.request)
      const body = { ...person, first_name: person.first_name || null, last_name: person.last_name || null }
      const done = await options.run({ ...body, ...(signatureId !== undefined && { signatureId }) })
      options.onDone(done, person.email.trim())
    },
  })
}

/** Who is asked more than once delegates what is to be signed first. */
function ownOpenSignature({ signatures }: SignatureRequest): string | undefined {
  const own = signatures.filter(({ is_viewer }) => is_viewer)
  const isOpen = (status: string) => own.find(({ status_code }) => status_code === status)?.sid
  return isOpen('OPEN') ?? isOpen('WAITING')
}

/** The group whose signature it is; null where it is one's own alone. */
function groupOf(request: SignatureRequest): string | null {
  const sid = ownOpenSignature(request)
  return request.signatures.find((signature) => signature.sid === sid)?.signer_group?.name ?? null
}

/** Has the signer filled in something? Another person begins with what the sender prefilled. */
function hasEntries(request: SignatureRequest): boolean {
  const sid = ownOpenSignature(request)
  return request.signatures.some(
    (signature) =>
      signature.sid === sid &&
      signature.document_signatures.some(({ fields }) => fields.some(({ input }) => input !== undefined)),
  )
}

function DelegateForm(props: {
  controls: DialogControls<Person>
  group: string | null
  /** What was filled in so far goes. */
  discards: boolean
}) {
  const { controls, group } = props
  const { t, i18n } = useLingui()
  const { form, errors, submit } = useDialogForm<Person>({
    schema: schemas.OtherSigner,
    values: { email: '', first_name: '', last_name: '', language: i18n.locale as Language, message: '' },
    controls,
    words: {
      same_person: t`This person is already the signer. Please enter someone else.`,
      had_it_before: t`This person has already delegated this signature. Please choose someone else.`,
      needs_account: t`Only members of a business with Part 11 turned on can sign this record. Please choose someone else.`,
      too_often: t`This request has been delegated too many times. Please sign or decline it.`,
    },
  })
  return (
    <ActionForm controls={controls} onSubmit={submit} button={<Trans>Delegate</Trans>}>
      <p>
        <Trans>
          We’ll email the documents to the person you choose. They sign instead of you. Both names appear in
          the audit trail.
        </Trans>
      </p>
      {props.discards && (
        <p>
          <Trans>What you’ve filled in so far will be discarded.</Trans>
        </p>
      )}
      {group && (
        <p>
          <Trans>
            This is the signature of “{group}”. The other members are notified and no longer need to sign.
          </Trans>
        </p>
      )}
      <TextField
        label={t`Email of the person who will sign instead`}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <SignerNameFields
        firstName={{ error: errors.first_name?.message, ...form.register('first_name') }}
        lastName={{ error: errors.last_name?.message, ...form.register('last_name') }}
        language={{ error: errors.language?.message, ...form.register('language') }}
      />
      <TextArea
        label={t`Message (optional)`}
        hint={t`Included in the email. Say why you’re delegating.`}
        rows={3}
        error={errors.message?.message}
        {...form.register('message')}
      />
    </ActionForm>
  )
}
