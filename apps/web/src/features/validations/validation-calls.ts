import {
  deleteValidation,
  getValidation,
  getValidationPage,
  getValidationReport,
  validateDocument,
  type Validation,
} from '@countersign/contract/validations.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { ignoreGone } from '#web/lib/calls/ignore-gone.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { tabMemory } from '#web/lib/browser/tab-memory.ts'

/** A round number that the service takes. */
export const largestFile = 50_000_000

export interface ValidationResult {
  /** A secret: it is kept by this tab alone. */
  readonly id: string
  readonly validation: Validation
}

/** What this tab looks at: loaded again, the page still shows it and can still delete it. */
export const lookedAt = tabMemory<{ id: string }>('validation', 'account')

export async function verify(
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<ValidationResult> {
  const { id } = await call(validateDocument, { body: file }, { onProgress, signal, background: true })
  lookedAt.keep({ id })
  const validation = await call(getValidation, { params: { id } }, { signal, background: true })
  return { id, validation }
}

/** What was found before the page was loaded again; null once it is gone. */
export async function readAgain(signal: AbortSignal): Promise<ValidationResult | null> {
  const kept = lookedAt.get()
  if (!kept) return null
  try {
    const validation = await call(getValidation, { params: kept }, { signal, background: true })
    return { id: kept.id, validation }
  } catch (failure) {
    if (!isCallError(failure, 'not_found')) throw failure
    lookedAt.forget()
    return null
  }
}

export async function loadReport(id: string, type: 'JSON' | 'XML'): Promise<File> {
  return (await call(getValidationReport, { params: { id }, query: { type } }, { background: true })) as File
}

export const deleteNow = (id: string) =>
  call(deleteValidation, { params: { id } }, { background: true }).catch(ignoreGone)

/** The image of a page as it was in a revision. */
export function revisionPageQuery(id: string, revision: number, page: number) {
  return queryOptions<Blob>({
    queryKey: ['validation-page', id, revision, page],
    queryFn: ({ signal }) =>
      call(
        getValidationPage,
        { params: { id, revision: String(revision), n: String(page) }, query: { scale: '60' } },
        { signal, background: true },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
