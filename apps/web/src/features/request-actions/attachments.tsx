import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type DragEvent } from 'react'
import { isCallError, mayRetry } from '#web/lib/calls/call-error.ts'
import { type FileQueue, type QueuedFile, useFileQueue } from '#web/lib/calls/use-file-queue.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { UploadProgress } from '#web/ui/forms/upload-progress.tsx'
import type { RequestActions } from './action-calls.ts'
import { ActionForm } from './action-form.tsx'
import { AttachmentList } from './attachment-list.tsx'

interface Options {
  request: SignatureRequest
  actions: RequestActions
  onDone: (request: SignatureRequest) => void
}

/** What goes with the documents and is not signed. The owner adds and removes while nobody has signed. */
export function Attachments({ request, actions, onDone }: Options) {
  const { t } = useLingui()
  const mayChange = request.viewer.role === 'owner' && request.viewer.can.edit
  const { attachments } = request
  if (attachments.length === 0 && !mayChange) return null
  return (
    <section aria-labelledby="attachments-title">
      <h2 id="attachments-title" className="mb-1 text-sm font-semibold">
        <Trans>Attachments</Trans>
      </h2>
      <AttachmentList
        attachments={attachments}
        download={actions.downloadAttachment}
        end={({ id, filename }) =>
          mayChange && (
            <Button
              type="text"
              color="neutral"
              size="sm"
              icon="trash"
              label={t`Remove ${filename}`}
              onClick={() => openRemove(filename, async () => onDone(await actions.removeAttachment(id)))}
            />
          )
        }
      />
      {mayChange && <AddAttachments actions={actions} onDone={onDone} isFirst={attachments.length === 0} />}
    </section>
  )
}

function openRemove(filename: string, run: () => Promise<void>): void {
  openDialog({
    namespace: 'document',
    name: 'remove-attachment',
    title: <Trans>Remove “{filename}”?</Trans>,
    content: (controls) => (
      <ActionForm
        controls={controls}
        onSubmit={() => controls.act()}
        color="error"
        leave={<Trans>Keep</Trans>}
        button={<Trans>Remove attachment</Trans>}
      >
        <p>
          <Trans>
            It will no longer be sent with the documents. You can add it again from your own copy.
          </Trans>
        </p>
      </ActionForm>
    ),
    onAction: run,
  })
}

const largestAttachment = 40 * 1024 * 1024
const taken = '.pdf,.doc,.docx,.odt,.xls,.xlsx,.ods,.ppt,.pptx,.odp,.gif,.jpg,.jpeg,.png,.txt'

function AddAttachments(props: { actions: RequestActions; onDone: Options['onDone']; isFirst: boolean }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  // The button that was pressed goes away.
  const focusAdd = () => addButton.current?.focus()
  const [isOver, setOver] = useState(false)
  const { actions, onDone } = props
  const { files, add, remove, retry } = useFileQueue({
    largest: largestAttachment,
    upload: actions.addAttachment,
    async onArrived(request, isStopped) {
      const added = request.attachments.at(-1)
      onDone(isStopped && added ? await actions.removeAttachment(added.id) : request)
    },
    onStopped: async () => onDone(await actions.read()),
  })
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    add([...event.dataTransfer.files])
  }
  return (
    <div
      className={classNames(
        'mt-1 rounded border border-dashed border-line-field p-2',
        isOver && 'border-accent bg-selected',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {files.length > 0 && (
        <ul className="mb-2 flex flex-col gap-2">
          {files.map((one) => (
            <li key={one.key}>
              <FileOnItsWay
                upload={one}
                remove={(key) => {
                  remove(key)
                  focusAdd()
                }}
                retry={(key) => {
                  retry(key)
                  focusAdd()
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        multiple
        accept={taken}
        aria-label={t`Choose attachments`}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button ref={addButton} type="text" size="sm" icon="plus" onClick={() => input.current?.click()}>
        <Trans>Add attachments</Trans>
      </Button>
      <p className="px-3 text-xs text-ink-secondary">
        {props.isFirst ? (
          <Trans>
            Files sent along with the documents but not signed: PDF, Office, images or text, up to 40 MB. You
            can drop them here.
          </Trans>
        ) : (
          <Trans>PDF, Office, images or text, up to 40 MB.</Trans>
        )}
      </p>
    </div>
  )
}

function FileOnItsWay(props: { upload: QueuedFile } & Pick<FileQueue, 'remove' | 'retry'>) {
  const { key, file, progress, failure, isStopping } = props.upload
  const { i18n } = useCatalog()
  const { t } = useLingui()
  const { name } = file
  const reason = isCallError(failure, 'document.too_large')
    ? t`The file is larger than 40 MB and wasn’t added. Please make it smaller.`
    : describeFailure(failure, i18n)
  return (
    <div className={classNames('flex items-start gap-2 rounded', failure !== null && 'bg-error-ground p-2')}>
      <div className="min-w-0 grow">
        <p dir="auto" className="mb-1 text-sm wrap-anywhere">
          {name}
        </p>
        {failure === null ? (
          <UploadProgress progress={progress} isStopping={isStopping} />
        ) : (
          <p role="alert" className="text-sm text-error">
            {reason}
          </p>
        )}
        {failure !== null && mayRetry(failure) && (
          <Button type="text" size="sm" className="-ml-3" onClick={() => props.retry(key)}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </div>
      {!isStopping && (
        <Button
          type="text"
          color="neutral"
          size="sm"
          icon="close"
          label={failure === null ? t`Stop uploading ${name}` : t`Dismiss ${name}`}
          onClick={() => props.remove(key)}
        />
      )}
    </div>
  )
}
