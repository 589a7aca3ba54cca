import { useLingui as useCatalog } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { documentTypes } from '#web/lib/requests/document-files.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { formatSize } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SeedValueFields } from './seed-value-fields.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { withMovedDocument } from '../drafts/change-draft.ts'
import { MoveButtons } from '../people/move-buttons.tsx'
import { focusStep } from '../focus-step.ts'
import { composedDocumentQuery } from '../compose-queries.ts'
import { UploadRow } from './upload-row.tsx'
import type { Compose } from '../use-compose.ts'
import { useRowDrag } from '../people/use-row-drag.ts'
import { useRowKeys } from '../people/use-row-keys.ts'

export function DocumentsStep({ compose, error }: { compose: Compose; error: string | undefined }) {
  const { draft, uploads } = compose
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  const count = draft.documentIds.length
  const keys = useRowKeys(list, draft.documentIds.join(' '), count, (from, to) =>
    compose.change((current) => withMovedDocument(current, from, to)),
  )
  const { move } = keys
  const place = keys.moved === null ? null : keys.moved + 1
  const drag = useRowDrag(move)
  return (
    <div className="flex flex-col gap-3">
      {count > 1 && (
        <p id="documents-keys" className="sr-only">
          <Trans>Alt with the arrow keys moves a document up or down.</Trans>
        </p>
      )}
      <p role="status" className="sr-only">
        {place !== null && t`Moved to position ${place} of ${count}`}
      </p>
      <ul
        ref={list}
        aria-describedby={count > 1 ? 'documents-keys' : undefined}
        className="flex flex-col gap-2"
      >
        {draft.documentIds.map((id, index) => (
          <li
            key={id}
            data-row={id}
            {...drag.rowProps(index)}
            onKeyDown={(event) => keys.onKeyDown(event, index)}
            className={classNames('rounded', drag.over === index && 'outline-2 outline-accent')}
          >
            <DocumentRow
              compose={compose}
              id={id}
              index={index}
              move={move}
              handle={drag.handleProps(index)}
            />
          </li>
        ))}
        {uploads.files.map((upload) => (
          <li key={upload.key}>
            <UploadRow
              upload={upload}
              remove={(key) => {
                uploads.remove(key)
                focusStep('documents')
              }}
              retry={(key, options) => {
                uploads.retry(key, options)
                focusStep('documents')
              }}
            />
          </li>
        ))}
      </ul>
      <AddFiles add={uploads.add} empty={draft.documentIds.length + uploads.files.length === 0} />
      {error && (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-error">
          <Icon name="warning" size={16} />
          {error}
        </p>
      )}
    </div>
  )
}

function DocumentRow(props: {
  compose: Compose
  id: string
  index: number
  move: (from: number, to: number) => void
  handle: object
}) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const { compose, id, index } = props
  const document = compose.names.get(id)
  const { data: details } = useQuery(composedDocumentQuery(id))
  const name = document?.name ?? ''
  const fields = [...compose.draft.fields, ...compose.draft.signerFields].filter(
    (field) => field.documentId === id,
  ).length
  const [isRemoving, setRemoving] = useState(false)
  async function remove() {
    setRemoving(true)
    try {
      await compose.removeDocument(id)
      focusStep('documents')
      showSnackbar(t`“${name}” was removed.`)
    } catch (failure) {
      showSnackbar(describeFailure(failure, i18n), { color: 'error', duration: 8000 })
    } finally {
      setRemoving(false)
    }
  }
  return (
    <div className="rounded border border-line bg-sheet p-2 pl-3">
      <p
        {...props.handle}
        className={classNames(
          'flex items-start gap-2 text-sm font-medium wrap-anywhere',
          compose.draft.documentIds.length > 1 && 'cursor-grab',
        )}
      >
        <Icon name="document" />
        <bdi>{name}</bdi>
      </p>
      <div className="flex items-center justify-between">
        <p className="text-xs text-ink-secondary">
          <Plural value={document?.page_count ?? 0} one="# page" other="# pages" />
          {' · '}
          {formatSize(document?.size ?? 0, i18n.locale)}
          {details?.scripts_removed && (
            <>
              {' · '}
              <Trans>Scripts removed</Trans>
            </>
          )}
        </p>
        <span className="flex">
          <MoveButtons name={name} index={index} count={compose.draft.documentIds.length} move={props.move} />
          <Button
            type="text"
            color="neutral"
            size="sm"
            icon="trash"
            label={t`Remove ${name}`}
            loading={isRemoving}
            onClick={() => void (fields > 0 ? openRemoveDocument(name, fields, remove) : remove())}
          />
        </span>
      </div>
      <SeedValueFields names={details?.seed_value_fields ?? []} />
    </div>
  )
}

/** Asks where work would go with the document. */
async function openRemoveDocument(name: string, fields: number, run: () => Promise<void>): Promise<void> {
  const { openConfirmation } = await import('#web/ui/dialogs/confirmation.tsx')
  openConfirmation({
    namespace: 'document',
    name: 'remove-document',
    title: <Trans>Remove “{name}”?</Trans>,
    text: (
      <Plural
        value={fields}
        one="The field you placed on it will be removed too. This can’t be undone."
        other="The # fields you placed on it will be removed too. This can’t be undone."
      />
    ),
    stay: <Trans>Keep file</Trans>,
    button: <Trans>Remove file</Trans>,
    run,
  })
}

/** The way in for files; a file can be dropped anywhere on the page too. */
export function AddFiles({ add, empty }: { add: (files: readonly File[]) => void; empty: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const { t } = useLingui()
  return (
    <div
      className={classNames(
        'flex flex-col items-center gap-2 rounded border border-dashed border-line-field p-4 text-center',
        empty && 'py-8',
      )}
    >
      <input
        ref={input}
        type="file"
        multiple
        accept={documentTypes}
        aria-label={t`Choose files`}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button type={empty ? 'primary' : 'secondary'} icon="upload" onClick={() => input.current?.click()}>
        {empty ? <Trans>Choose files</Trans> : <Trans>Add files</Trans>}
      </Button>
      <p className="text-sm text-ink-secondary">
        <span className="max-md:hidden">
          <Trans>or drop them here:</Trans>{' '}
        </span>
        <Trans>PDF, PNG, JPEG or Office files, up to 110 MB each</Trans>
      </p>
    </div>
  )
}
