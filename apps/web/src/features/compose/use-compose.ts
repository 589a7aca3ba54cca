import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { CallError, isCallError, mayRetry } from '#web/lib/calls/call-error.ts'
import {
  forgetUnusedDraft,
  holdDraft,
  noteUnusedDraft,
  takeFiles,
  unusedDrafts,
} from '#web/lib/browser/begun-drafts.ts'
import { ignoreGone } from '#web/lib/calls/ignore-gone.ts'
import { useFileQueue } from '#web/lib/calls/use-file-queue.ts'
import type { ComposeCalls } from './compose-queries.ts'
import { leavesOut } from './drafts/check-draft.ts'
import type { Draft } from './drafts/draft.ts'
import { draftOf } from './drafts/draft.ts'
import type { History } from './drafts/draft-history.ts'
import { noHistory, redone, remembered, undone } from './drafts/draft-history.ts'
import type { Conflict, DraftSaver, SaveState } from './drafts/draft-saver.ts'
import { createDraftSaver } from './drafts/draft-saver.ts'
import type { Part } from './drafts/merge-parts.ts'
import { unsavedPeople } from './drafts/save-draft.ts'
import { useUnsavedProperties } from './fields/use-unsaved-properties.ts'

export interface Composer {
  readonly email: string
  readonly name: string
}

const largestFile = 112.5 * 1024 * 1024

/** What keeps a draft from being saved while one has not chosen between two versions of it. */
const unresolved = new CallError({ key: 'request.changed', status: 409, message: 'Changed in another place' })

/** The draft on the page, saved as one goes, and the files on their way to it. `reload` reads it again. */
export function useCompose(request: SignatureRequest, me: Composer, calls: ComposeCalls, reload: () => void) {
  const [draft, setDraft] = useState(() => draftOf(request, me.email))
  const [server, setServer] = useState(request)
  const [save, setSave] = useState<{ state: SaveState; failure: unknown }>({ state: 'saved', failure: null })
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [taken, setTaken] = useState<readonly Part[]>([])
  const latest = useRef(draft)
  const lastFailure = useRef<unknown>(null)

  function show(next: Draft) {
    latest.current = next
    setDraft(next)
  }

  const saver = useSaver(request, latest, calls, {
    read: (from) => draftOf(from, me.email),
    onSaved: show,
    onMerged(next, from, parts) {
      show(next)
      setServer(from)
      if (parts.length > 0) setTaken((before) => [...before, ...parts])
    },
    onConflict: setConflict,
    onState(state, failure) {
      lastFailure.current = failure
      if (state !== 'conflict') setConflict(null)
      setSave({ state, failure })
    },
  })

  function change(next: (draft: Draft) => Draft) {
    show(next(latest.current))
    saver.change(latest.current)
  }

  const meetServer = async () => saver.meet(await calls.get())

  const uploads = useFileQueue({
    largest: largestFile,
    upload: calls.upload,
    onArrived: ({ id }, isStopped) => (isStopped ? removeDocument(id) : meetServer()),
    onStopped: meetServer,
  })
  const begunWithFiles = useDroppedFiles(uploads.add)
  const isLeftEmpty = () =>
    (begunWithFiles.current || unusedDrafts().includes(request.id)) &&
    isEmpty(latest.current) &&
    latest.current.title === request.title
  useUnusedDraft(request.id, isLeftEmpty())
  useOtherPlaces(calls, saver, reload)

  async function removeDocument(id: string) {
    // Otherwise a save that waits would take the removal for a change made elsewhere. If it fails, the page says so anyway.
    await saver.flush()
    await calls.removeDocument(id).catch(ignoreGone)
    await meetServer()
  }

  /** For actions that need the draft on the server: fails with the error that kept it from being saved. */
  async function saveNow() {
    if (!(await saver.flush())) throw lastFailure.current ?? unresolved
  }

  const [pastedList, setPastedList] = useState('')
  const unsaved = unsavedPeople(draft)
  const unsavedProperties = useUnsavedProperties(draft)
  const isPartlySaved = leavesOut(draft, saver.server().expiration_date, new Date())
  const isUnsaved =
    save.state !== 'saved' ||
    isPartlySaved ||
    uploads.isUploading ||
    unsaved.length > 0 ||
    unsavedProperties.fields.length > 0 ||
    pastedList.trim() !== ''
  return {
    me,
    draft,
    /** What the server told last: the documents' names, observers and attachments. */
    server,
    names: new Map(server.documents.map((document) => [document.id, document])),
    /** What is true now, also where a render is behind. */
    now: () => ({ draft: latest.current, server: saver.server() }),
    change,
    ...useHistory(latest, change),
    save,
    flush: saver.flush,
    saveNow,
    conflict,
    resolve: saver.resolve,
    /** What was changed elsewhere and is here now, until one has read it. */
    taken,
    noteTaken: () => setTaken([]),
    meet: saver.meet,
    uploads,
    removeDocument,
    isUnsaved,
    /** The rest is saved, but for a name or a day that the service refuses: they are marked. */
    isPartlySaved,
    /** It was begun with files, none of them was accepted, and nothing else was done with it. */
    isLeftEmpty,
    unsavedPeople: unsaved,
    unsavedProperties,
    /** People who are pasted and not added yet. */
    pastedList,
    setPastedList,
  }
}

export type Compose = ReturnType<typeof useCompose>

/** Changes that can be undone: `act` makes one, those of one gesture are undone at once. */
function useHistory(latest: { current: Draft }, change: (next: (draft: Draft) => Draft) => void) {
  const [history, setHistory] = useState(noHistory)
  const current = useRef(history)
  function keep(next: History) {
    current.current = next
    setHistory(next)
  }
  function go(step: typeof undone): boolean {
    const found = step(latest.current, current.current)
    if (!found) return false
    change(() => found.draft)
    keep(found.history)
    return true
  }
  return {
    act(next: (draft: Draft) => Draft, gesture: string | null = null) {
      const before = latest.current
      change(next)
      keep(remembered(current.current, before, latest.current, gesture))
    },
    undo: () => go(undone),
    redo: () => go(redone),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  }
}

type PageSide = Pick<
  Parameters<typeof createDraftSaver>[2],
  'read' | 'onSaved' | 'onMerged' | 'onConflict' | 'onState'
>

function useSaver(
  request: SignatureRequest,
  latest: { current: Draft },
  calls: ComposeCalls,
  page: PageSide,
): DraftSaver {
  // Made once: the saver lives as long as the page and holds what the server has.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const saver = useMemo(
    () =>
      createDraftSaver(request, latest.current, {
        ...page,
        put: calls.put,
        get: calls.get,
        isConflict: (failure) => isCallError(failure, 'request.changed'),
        isPassing: (failure) => isCallError(failure) && mayRetry(failure),
        later(run, milliseconds) {
          const timer = window.setTimeout(run, milliseconds)
          return () => window.clearTimeout(timer)
        },
      }),
    [],
  )
  useEffect(() => () => saver.stop(), [saver])
  return saver
}

/** Who comes back to the page sees what was changed in another place meanwhile. */
function useOtherPlaces(calls: ComposeCalls, saver: DraftSaver, reload: () => void) {
  const latest = useRef(reload)
  latest.current = reload
  useEffect(() => {
    async function look() {
      if (document.visibilityState !== 'visible') return
      // Whether it can be read is for the next save to tell.
      const found = await calls.get().catch(() => null)
      if (found?.status_overall === 'DRAFT') await saver.meet(found)
      else if (found) latest.current()
    }
    const onLook = () => void look()
    window.addEventListener('focus', onLook)
    document.addEventListener('visibilitychange', onLook)
    return () => {
      window.removeEventListener('focus', onLook)
      document.removeEventListener('visibilitychange', onLook)
    }
  }, [calls, saver])
}

const isEmpty = ({ documentIds, signers, message }: Draft) =>
  documentIds.length === 0 && signers.length === 0 && message === ''

/** Keeps in mind whether this draft is empty, for when the page is closed: the dashboard removes it then. */
function useUnusedDraft(id: string, isLeftEmpty: boolean) {
  useEffect(() => holdDraft(id), [id])
  useEffect(() => {
    if (isLeftEmpty) noteUnusedDraft(id)
    else forgetUnusedDraft(id)
  }, [id, isLeftEmpty])
}

/** Files that were dropped on the page one came from. */
function useDroppedFiles(add: (files: readonly File[]) => void) {
  const taken = useRef(false)
  const anyTaken = useRef(false)
  useEffect(() => {
    if (taken.current) return
    taken.current = true
    const files = takeFiles()
    anyTaken.current = files.length > 0
    if (files.length > 0) add(files)
  })
  return anyTaken
}
