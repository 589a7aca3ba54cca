import type { Binary, Endpoint } from '@countersign/contract/endpoint.ts'
import type { CallInput } from './api.ts'
import { CallError } from './call-error.ts'
import { fileNameOf } from './file-name.ts'
import { addressOf, authorizationOf } from './request.ts'
import { answerOf } from './answer.ts'
import { session } from '../account/session.ts'

/** So much is handed to the browser at once: it may keep a Blob on its disk, and an array only in memory. */
const chunkSize = 8_000_000

/**
 * A file whose length nobody knows beforehand, as it comes: `onReceived` hears how many bytes there are. One try; an
 * abort throws, and so does a file that breaks off.
 */
export async function download<E extends Endpoint & { readonly output: Binary }>(
  endpoint: E,
  input: CallInput<E>,
  { signal, onReceived }: { signal: AbortSignal; onReceived: (bytes: number) => void },
): Promise<File> {
  const { params, query } = input as { params?: unknown; query?: unknown }
  const authorization = authorizationOf(endpoint.credential, undefined, session.get()?.token)
  try {
    const response = await fetch(addressOf(endpoint.path, params, query), {
      headers: { accept: '*/*', ...(authorization && { authorization }) },
      credentials: 'omit',
      signal,
    })
    if (!response.ok) throw await answerOf(response).failure()
    const type = response.headers.get('content-type') ?? ''
    const name = fileNameOf(response.headers.get('content-disposition')) ?? 'download'
    return new File(await received(response, onReceived), name, { type })
  } catch (failure) {
    if (failure instanceof CallError || signal.aborted) throw failure
    throw new CallError({ key: 'network', status: 0, message: String(failure) })
  }
}

async function received(response: Response, onReceived: (bytes: number) => void): Promise<Blob[]> {
  const blobs: Blob[] = []
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let [held, all] = [0, 0]
  const reader = response.body?.getReader()
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    waiting.push(next.value)
    held += next.value.byteLength
    all += next.value.byteLength
    onReceived(all)
    if (held < chunkSize) continue
    blobs.push(new Blob(waiting))
    waiting = []
    held = 0
  }
  return [...blobs, new Blob(waiting)]
}
