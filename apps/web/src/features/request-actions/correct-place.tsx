import { getDocument, type Document } from '@countersign/contract/documents.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import { useState, type KeyboardEvent, type MouseEvent } from 'react'
import { accountPages } from '#web/features/documents/page-calls.ts'
import { usePageImage } from '#web/features/documents/use-page-image.ts'
import { call } from '#web/lib/calls/api.ts'
import { nameOf } from '#web/lib/requests/signer-name.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { RequestActions } from './action-calls.ts'
import { ActionForm } from './action-form.tsx'
import { boxAt, documentsOf, placeCorrection, placeNow, type Box, type CorrectedPlace } from './correction.ts'

/** Puts a signature elsewhere on the pages of what is out. */
export function openCorrectPlace(options: {
  request: SignatureRequest
  actions: RequestActions
  /** Dialogs are above the page: what the page has read comes with it. */
  queries: QueryClient
  onDone: (request: SignatureRequest) => void
}): void {
  const { request, actions, queries, onDone } = options
  openDialog<CorrectedPlace>({
    namespace: 'document',
    name: 'correct-place',
    title: <Trans>Move signature field</Trans>,
    content: (controls) => (
      <QueryClientProvider client={queries}>
        <CorrectPlaceForm request={request} controls={controls} />
      </QueryClientProvider>
    ),
    onAction: async (place) => onDone(await actions.correct(placeCorrection(request, place))),
  })
}

function CorrectPlaceForm(props: { request: SignatureRequest; controls: DialogControls<CorrectedPlace> }) {
  const { request, controls } = props
  const { t } = useLingui()
  const [sid, setSid] = useState(request.signatures[0]?.sid ?? '')
  const [chosenDocument, setChosenDocument] = useState('')
  const signature = request.signatures.find((one) => one.sid === sid)
  const documents = signature ? documentsOf(request, signature) : []
  const shown = documents.find(({ id }) => id === chosenDocument) ?? documents[0]
  const documentId = shown?.id ?? ''
  const now = signature ? placeNow(signature, documentId) : null
  /** What is chosen for this signer and document; another choice of these begins again. */
  const key = `${sid} ${documentId}`
  const [chosen, setChosen] = useState<{ key: string; page: number; box: Box | null } | null>(null)
  const place = chosen?.key === key ? chosen : { key, page: now?.page ?? 0, box: now?.box ?? null }
  const document = useQuery({
    queryKey: ['document', shown?.version_id],
    queryFn: ({ signal }) =>
      call(getDocument, { params: { id: shown?.version_id ?? '' } }, { signal, background: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <ActionForm
      controls={controls}
      onSubmit={() => controls.act({ sid, documentId, page: place.page, box: place.box })}
      disabled={chosen?.key !== key}
      button={<Trans>Save position</Trans>}
    >
      {request.signatures.length > 1 && (
        <Select
          label={t`Signer`}
          options={request.signatures.map((one) => ({ value: one.sid, label: nameOf(one) }))}
          value={sid}
          onChange={(event) => setSid(event.target.value)}
        />
      )}
      {documents.length > 1 && (
        <Select
          label={t`Document`}
          options={documents.map(({ id, name }) => ({ value: id, label: name }))}
          value={documentId}
          onChange={(event) => setChosenDocument(event.target.value)}
        />
      )}
      {document.data ? (
        <PlaceOnPage
          document={document.data}
          place={place}
          onChange={(next) => setChosen({ key, ...next })}
        />
      ) : document.isError ? (
        <ErrorState failure={document.error} onRetry={() => void document.refetch()} />
      ) : (
        <Skeleton className="aspect-[595/842] w-full" />
      )}
    </ActionForm>
  )
}

interface OnPage {
  readonly page: number
  readonly box: Box | null
}

/** The page as an image: a click puts the signature there, the arrow keys move it. */
function PlaceOnPage(props: { document: Document; place: OnPage; onChange: (place: OnPage) => void }) {
  const { document, place, onChange } = props
  const { t } = useLingui()
  const page = document.pages[place.page] ?? document.pages[0]
  const image = usePageImage(accountPages, { documentId: document.id, index: page?.index ?? 0 }, 50, true)
  if (!page) return null
  const { box } = place
  const share = (part: number, whole: number) => `${(part / whole) * 100}%`
  const put = (x: number, y: number) => onChange({ page: page.index, box: boxAt({ x, y }, page, box) })
  function putWhereClicked(event: MouseEvent) {
    const sheet = event.currentTarget.getBoundingClientRect()
    // By a key there is no point: the middle.
    const isPointed = event.detail > 0
    const x = isPointed ? (event.clientX - sheet.left) / sheet.width : 0.5
    const y = isPointed ? (event.clientY - sheet.top) / sheet.height : 0.5
    put(x * page!.width, y * page!.height)
  }
  function move(event: KeyboardEvent) {
    const by = arrows[event.key]
    if (!by || !box) return
    event.preventDefault()
    const far = event.shiftKey ? 10 : 1
    put(box.x + box.width / 2 + by[0] * far * step, box.y + box.height / 2 + by[1] * far * step)
  }
  const [left, top] = box ? [millimetres(box.x), millimetres(box.y)] : [0, 0]
  return (
    <>
      <Checkbox
        label={t`Show signature on a page`}
        checked={box !== null}
        onChange={(event) =>
          event.target.checked
            ? put(page.width / 2, page.height / 2)
            : onChange({ page: page.index, box: null })
        }
      />
      <Select
        label={t`Page`}
        options={document.pages.map(({ index }) => ({ value: String(index), label: String(index + 1) }))}
        value={String(page.index)}
        onChange={(event) => {
          const next = document.pages[Number(event.target.value)] ?? page
          onChange({
            page: next.index,
            box: box && boxAt({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, next, box),
          })
        }}
      />
      <div
        className="on-white-paper relative w-full overflow-hidden border border-line bg-document"
        style={{ aspectRatio: `${page.width} / ${page.height}` }}
      >
        {image.url && <img src={image.url} alt="" className="absolute inset-0 size-full" draggable={false} />}
        <button
          type="button"
          aria-label={t`Place signature here`}
          className="absolute inset-0 cursor-crosshair"
          onClick={putWhereClicked}
        />
        {box && (
          <button
            type="button"
            aria-label={t`Signature: ${left} mm from the left, ${top} mm from the top. Arrow keys move it.`}
            className="absolute cursor-move rounded border-2 border-dashed border-accent bg-accent/20"
            style={{
              left: share(box.x, page.width),
              top: share(box.y, page.height),
              width: share(box.width, page.width),
              height: share(box.height, page.height),
            }}
            onKeyDown={move}
          />
        )}
      </div>
      <p role="status" className="text-sm text-ink-secondary">
        {box ? (
          <Trans>
            {left} mm from the left, {top} mm from the top. Click the page or use the arrow keys to move it.
          </Trans>
        ) : (
          <Trans>The signature is valid but not visible on a page.</Trans>
        )}
      </p>
    </>
  )
}

/** Points that an arrow key moves by; ten times that with the shift key. */
const step = 3
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const millimetres = (points: number) => Math.round((points * 25.4) / 72)
