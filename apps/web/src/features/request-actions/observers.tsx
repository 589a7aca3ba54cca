import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { RequestActions } from './action-calls.ts'
import { ActionForm } from './action-form.tsx'
import * as schemas from './action-schemas.ts'
import { useDialogForm } from '#web/lib/forms/use-dialog-form.ts'

type Observer = SignatureRequest['observers'][number]

interface Options {
  actions: RequestActions
  onDone: (request: SignatureRequest) => void
}

/** Who looks on. */
export function Observers({ request, ...options }: Options & { request: SignatureRequest }) {
  const { t } = useLingui()
  const { observers, viewer } = request
  if (observers.length === 0 && !viewer.can.addObserver) return null
  return (
    <section aria-labelledby="observers-title">
      <h2 id="observers-title" className="mb-1 text-sm font-semibold">
        <Trans>Observers</Trans>
      </h2>
      {observers.length === 0 && (
        <p className="text-sm text-ink-secondary">
          <Trans>
            No observers yet. Observers can follow the request and get a copy when it’s completed.
          </Trans>
        </p>
      )}
      <ul className="flex flex-col">
        {observers.map((observer) => {
          const { email } = observer
          return (
            <li key={observer.id} className="flex items-center gap-2">
              <span className="min-w-0 grow py-2 text-sm wrap-anywhere">
                {email} {observer.is_viewer && <Trans>(you)</Trans>}
              </span>
              {(viewer.role === 'owner' || observer.is_viewer) && (
                <Button
                  type="text"
                  color="neutral"
                  size="sm"
                  icon="trash"
                  label={t`Remove ${email}`}
                  onClick={() => openRemoveObserver({ ...options, observer })}
                />
              )}
            </li>
          )
        })}
      </ul>
      {viewer.can.addObserver && (
        <Button type="text" size="sm" icon="plus" className="-ml-3" onClick={() => openAddObserver(options)}>
          <Trans>Add an observer</Trans>
        </Button>
      )}
    </section>
  )
}

interface Address {
  email: string
}

export function openAddObserver({ actions, onDone }: Options): void {
  openDialog<Address>({
    namespace: 'document',
    name: 'add-observer',
    title: <Trans>Add an observer</Trans>,
    content: (controls) => <AddObserverForm controls={controls} />,
    onAction: async ({ email }) => onDone(await actions.addObserver(email)),
  })
}

function AddObserverForm({ controls }: { controls: DialogControls<Address> }) {
  const { t } = useLingui()
  const { form, submit } = useDialogForm<Address>({
    schema: schemas.Address,
    values: { email: '' },
    controls,
  })
  return (
    <ActionForm
      controls={controls}
      onSubmit={submit}
      button={<Trans>Add observer</Trans>}
      failed={<Trans>Failed to add observer</Trans>}
    >
      <p>
        <Trans>
          Observers don’t sign. They’re notified when everyone has signed and, with an account for this email,
          can follow the request.
        </Trans>
      </p>
      <TextField
        label={t`Email`}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
    </ActionForm>
  )
}

function openRemoveObserver({ observer, actions, onDone }: Options & { observer: Observer }): void {
  const { email } = observer
  openDialog({
    namespace: 'document',
    name: 'remove-observer',
    title: observer.is_viewer ? <Trans>Stop following this request?</Trans> : <Trans>Remove {email}?</Trans>,
    content: (controls) => (
      <ActionForm
        controls={controls}
        onSubmit={() => controls.act()}
        color="error"
        button={observer.is_viewer ? <Trans>Stop following</Trans> : <Trans>Remove observer</Trans>}
      >
        <p>
          {observer.is_viewer ? (
            <Trans>You’ll no longer see this request or be notified when it ends.</Trans>
          ) : (
            <Trans>They can no longer see this request and won’t be notified when it ends.</Trans>
          )}
        </p>
      </ActionForm>
    ),
    onAction: async () => onDone(await actions.removeObserver(observer.id)),
  })
}
