import type { OutputOf } from '@countersign/contract/endpoint.ts'
import {
  claimHandOver,
  downloadHandOver,
  getHandOver,
  getHandOverPage,
  getHandOverPageText,
  handOver,
  takeBackHandOver,
  trackHandOver,
} from '@countersign/contract/hand-overs.ts'
import { queryOptions } from '@tanstack/react-query'
import type { PageSource } from '#web/features/documents/page-source.ts'
import { call } from '#web/lib/api.ts'
import { tabMemory } from '#web/lib/tab-memory.ts'

export type HandedIn = Pick<OutputOf<typeof handOver>, 'url' | 'access_code' | 'title' | 'expires_at'>
export type Course = OutputOf<typeof trackHandOver>
export type HandOver = OutputOf<typeof getHandOver>

/** What opens it to the person who handed it in: the link, or its secret alone, and the code. */
export interface Key {
  readonly id: string
  readonly code: string
}

/** Told once by the service: a page that is loaded again in this tab still has it. */
export const handedIn = tabMemory<HandedIn>('handed-in')

export const largestFile = 25_000_000
const lookAgain = 15_000

const withCode = (code: string) => ({ headers: { 'x-accesscode': code.trim() }, background: true })

/** The last part of a link, or what was given where it is none. */
export function secretIn(link: string): string {
  return link.trim().split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) ?? ''
}

export function handIn(
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<HandedIn> {
  return call(handOver, { body: file }, { onProgress, signal, background: true })
}

export function courseQuery({ id, code }: Key) {
  return queryOptions({
    queryKey: ['hand-over-course', id, code],
    queryFn: ({ signal }) => call(trackHandOver, { params: { id } }, { ...withCode(code), signal }),
    refetchInterval: ({ state }) =>
      state.data && ['UNCLAIMED', 'CLAIMED', 'SIGNING'].includes(state.data.status) ? lookAgain : false,
  })
}

export const takeBack = ({ id, code }: Key) => call(takeBackHandOver, { params: { id } }, withCode(code))

export async function download({ id, code }: Key): Promise<File> {
  return (await call(downloadHandOver, { params: { id } }, withCode(code))) as File
}

/** What the link says, without the code. */
export function handOverQuery(token: string) {
  return queryOptions({
    queryKey: ['hand-over', token],
    queryFn: ({ signal }) => call(getHandOver, { params: { token } }, { signal, background: true }),
  })
}

export const openHandOver = (token: string, code: string) =>
  call(getHandOver, { params: { token } }, withCode(code))

export const claim = (token: string, code: string) =>
  call(claimHandOver, { params: { token } }, withCode(code))

/** The pages of what is handed over, for the person who typed the code. */
export function handOverPages(token: string, code: string): PageSource {
  return {
    image: (_, n, scale, signal) =>
      call(
        getHandOverPage,
        { params: { token, n: String(n) }, query: { scale: String(scale) } },
        { ...withCode(code), signal },
      ),
    text: (_, n, signal) =>
      call(getHandOverPageText, { params: { token, n: String(n) } }, { ...withCode(code), signal }),
  }
}
