import { type DocumentTag, getDocument, getDocumentTags } from '@countersign/contract/documents.ts'
import { previewInvitation } from '@countersign/contract/mail-delivery.ts'
import {
  addDocument,
  getSignatureRequest,
  initiateSignatureRequest,
  removeDocument,
  updateSignatureRequest,
} from '@countersign/contract/signature-requests.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { mayRetry } from '#web/lib/calls/call-error.ts'
import type { FileUpload } from '#web/lib/calls/use-file-queue.ts'
import type { DraftBody } from './drafts/save-draft.ts'

// Each failure is shown beside what it happened to.
const background = { background: true }

/** Read once: from then on the page has the newer words. */
export function composedRequestQuery(id: string) {
  return queryOptions({
    queryKey: ['composed-request', id],
    queryFn: ({ signal }) => call(getSignatureRequest, { params: { id } }, { signal, ...background }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export function composedDocumentQuery(id: string) {
  return queryOptions({
    queryKey: ['document', id],
    queryFn: ({ signal }) => call(getDocument, { params: { id } }, { signal, ...background }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function noneWhereRefused(failure: unknown): { items: DocumentTag[] } {
  if (mayRetry(failure)) throw failure
  return { items: [] }
}

function tagsQuery(id: string) {
  return queryOptions({
    queryKey: ['document-tags', id],
    queryFn: ({ signal }) =>
      call(getDocumentTags, { params: { id } }, { signal, ...background }).catch(noneWhereRefused),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * One document after the other: pages are drawn at the same time. Where it cannot be told there are none. A call that got no
 * answer is made again when the page is next opened or looked at.
 */
export function composedTagsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['composed-tags', ids],
    queryFn: async ({ client }) => {
      const tags = new Map<string, readonly DocumentTag[]>()
      for (const id of ids) {
        const found = await client.fetchQuery(tagsQuery(id)).catch(() => null)
        if (found) tags.set(id, found.items)
      }
      return tags
    },
    staleTime: ({ state }) => (state.data?.size === ids.length ? Number.POSITIVE_INFINITY : 0),
    structuralSharing: false,
    placeholderData: keepPreviousData,
  })
}

export function composeCalls(id: string) {
  const params = { id }
  return {
    get: () => call(getSignatureRequest, { params }, background),
    // Saved every other second, and a save that met itself is merged: its answers aren't kept for a day.
    put: (body: DraftBody) =>
      call(updateSignatureRequest, { params, body: body ?? {} }, { ...background, idempotencyKey: null }),
    upload: (
      { file, removeScripts, idempotencyKey }: FileUpload,
      onProgress: (part: number) => void,
      signal: AbortSignal,
    ) =>
      call(
        addDocument,
        { params, query: removeScripts ? { remove_scripts: 'true' } : {}, body: file },
        { onProgress, signal, idempotencyKey, ...background },
      ),
    removeDocument: (docId: string) => call(removeDocument, { params: { id, docId } }, background),
    preview: (sigId: string) => call(previewInvitation, { params: { id, sigId } }, background),
    initiate: (updatedAt: string) =>
      call(initiateSignatureRequest, { params, body: { updated_at: updatedAt } }, background),
  }
}

export type ComposeCalls = ReturnType<typeof composeCalls>
