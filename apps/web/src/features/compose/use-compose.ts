import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isCallError } from '#web/lib/call-error.ts'
import { takeFiles } from '#web/lib/dropped-files.ts'
import { withDocuments } from './change-draft.ts'
import type { ComposeCalls } from './compose-queries.ts'
import type { Draft } from './draft.ts'
import { draftOf } from './draft.ts'
import type { SaveState } from './draft-saver.ts'
import { createDraftSaver } from './draft-saver.ts'
import { hasUnsavedPeople } from './save-draft.ts'
import { useUploads } from './use-uploads.ts'

export interface Me {
  readonly email: string
  readonly name: string
}

/** The draft on the page, saved as one goes, and the files on their way to it. `reload` reads it anew. */
export function useCompose(request: SignatureRequest, me: Me, calls: ComposeCalls, reload: () => void) {
  const [draft, setDraft] = useState(() => draftOf(request, me.email))
  const [names, setNames] = useState(() => namesOf(request))
  const [save, setSave] = useState<{ state: SaveState; failure: unknown }>({ state: 'saved', failure: null })
  const latest = useRef(draft)
  const lastFailure = useRef<unknown>(null)
  const saver = useSaver(request, latest, calls, setDraft, (next) => {
    lastFailure.current = next.failure
    setSave(next)
  })

  function change(next: (draft: Draft) => Draft) {
    latest.current = next(latest.current)
    setDraft(latest.current)
    saver.change(latest.current)
  }

  function takeOver(server: SignatureRequest) {
    saver.adopt(server)
    setNames(namesOf(server))
    change((current) =>
      withDocuments(
        current,
        server.documents.map(({ id }) => id),
      ),
    )
  }

  const uploads = useUploads({
    upload: calls.upload,
    onDone: async () => takeOver(await calls.get()),
  })
  useDroppedFiles(uploads.add)

  async function removeDocument(id: string) {
    await calls.removeDocument(id)
    takeOver(await calls.get())
  }

  /** For acts that need the draft to be on the server: fails with what kept it from being saved. */
  async function saveNow() {
    if (!(await saver.flush())) throw lastFailure.current
  }

  const unsavedPeople = hasUnsavedPeople(draft)
  const isUnsaved = save.state !== 'saved' || uploads.isUploading || unsavedPeople
  const keepMine = () => saver.keepMine()
  return {
    me,
    draft,
    names,
    change,
    save,
    flush: saver.flush,
    saveNow,
    keepMine,
    takeTheirs: reload,
    uploads,
    removeDocument,
    isUnsaved,
    hasUnsavedPeople: unsavedPeople,
  }
}

export type Compose = ReturnType<typeof useCompose>

function namesOf(request: SignatureRequest): ReadonlyMap<string, SignatureRequest['documents'][number]> {
  return new Map(request.documents.map((document) => [document.id, document]))
}

function useSaver(
  request: SignatureRequest,
  latest: { current: Draft },
  calls: ComposeCalls,
  setDraft: (draft: Draft) => void,
  setSave: (save: { state: SaveState; failure: unknown }) => void,
) {
  // Made once: the saver lives as long as the page and holds what the server has.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const saver = useMemo(
    () =>
      createDraftSaver(request, latest.current, {
        put: calls.put,
        get: calls.get,
        isConflict: (failure) => isCallError(failure, 'request.changed'),
        isPassing: (failure) => isCallError(failure) && (failure.status === 0 || failure.status >= 429),
        later(run, milliseconds) {
          const timer = window.setTimeout(run, milliseconds)
          return () => window.clearTimeout(timer)
        },
        onState: (state, failure) => setSave({ state, failure }),
        onSaved(saved) {
          latest.current = saved
          setDraft(saved)
        },
      }),
    [],
  )
  useEffect(() => () => saver.stop(), [saver])
  return saver
}

/** Files that were dropped on the page one came from. */
function useDroppedFiles(add: (files: readonly File[]) => void) {
  const taken = useRef(false)
  useEffect(() => {
    if (taken.current) return
    taken.current = true
    const files = takeFiles()
    if (files.length > 0) add(files)
  })
}
