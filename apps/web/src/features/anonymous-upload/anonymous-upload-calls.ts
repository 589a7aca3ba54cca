import type { OutputOf } from '@countersign/contract/endpoint.ts'
import {
  claimAnonymousUpload,
  downloadAnonymousUpload,
  getAnonymousUpload,
  getAnonymousUploadPage,
  getAnonymousUploadPageText,
  trackAnonymousUpload,
  uploadAnonymously,
  withdrawAnonymousUpload,
} from '@countersign/contract/anonymous-uploads.ts'
import { queryOptions } from '@tanstack/react-query'
import type { PageSource } from '#web/features/documents/page-source.ts'
import { call } from '#web/lib/calls/api.ts'
import { tabMemory } from '#web/lib/browser/tab-memory.ts'

export type SubmittedUpload = Pick<
  OutputOf<typeof uploadAnonymously>,
  'url' | 'access_code' | 'title' | 'expires_at'
>
export type Course = OutputOf<typeof trackAnonymousUpload>
export type AnonymousUpload = OutputOf<typeof getAnonymousUpload>

/** What opens it to the person who submitted it: the link, or its secret alone, and the code. */
export interface Key {
  readonly id: string
  readonly code: string
}

/** Told once by the service: a page that is loaded again in this tab still has it. */
export const submittedUpload = tabMemory<SubmittedUpload>('submitted-upload')

export const largestFile = 25_000_000
const lookAgain = 15_000

const withCode = (code: string) => ({ headers: { 'x-accesscode': code.trim() }, background: true })

/** The last part of a link, or what was given where it is none. */
export function secretIn(link: string): string {
  return link.trim().split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) ?? ''
}

export function submitDocument(
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<SubmittedUpload> {
  return call(uploadAnonymously, { body: file }, { onProgress, signal, background: true })
}

export function courseQuery({ id, code }: Key) {
  return queryOptions({
    queryKey: ['anonymous-upload-course', id, code],
    queryFn: ({ signal }) => call(trackAnonymousUpload, { params: { id } }, { ...withCode(code), signal }),
    refetchInterval: ({ state }) =>
      state.data && ['UNCLAIMED', 'CLAIMED', 'SIGNING'].includes(state.data.status) ? lookAgain : false,
  })
}

export const withdraw = ({ id, code }: Key) =>
  call(withdrawAnonymousUpload, { params: { id } }, withCode(code))

export async function download({ id, code }: Key): Promise<File> {
  return (await call(downloadAnonymousUpload, { params: { id } }, withCode(code))) as File
}

/** What the link says, without the code. */
export function anonymousUploadQuery(token: string) {
  return queryOptions({
    queryKey: ['anonymous-upload', token],
    queryFn: ({ signal }) => call(getAnonymousUpload, { params: { token } }, { signal, background: true }),
  })
}

export const openAnonymousUpload = (token: string, code: string) =>
  call(getAnonymousUpload, { params: { token } }, withCode(code))

export const claim = (token: string, code: string) =>
  call(claimAnonymousUpload, { params: { token } }, withCode(code))

/** The pages of the document, for the person who typed the code. */
export function anonymousUploadPages(token: string, code: string): PageSource {
  return {
    image: (_, n, scale, signal) =>
      call(
        getAnonymousUploadPage,
        { params: { token, n: String(n) }, query: { scale: String(scale) } },
        { ...withCode(code), signal },
      ),
    text: (_, n, signal) =>
      call(getAnonymousUploadPageText, { params: { token, n: String(n) } }, { ...withCode(code), signal }),
  }
}
