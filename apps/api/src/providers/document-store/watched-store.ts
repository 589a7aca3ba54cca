import { storeErrors } from '#api/platform/metrics/instruments.ts'
import { inSpan } from '#api/platform/tracing/tracer.ts'
import { ContentDamaged, ContentMissing, type DocumentStore, StoreFull, StoreUnavailable } from './port.ts'

/** The same store; what fails there is counted, and traced where that is switched on. */
export function watchedStore(store: DocumentStore): DocumentStore {
  const watched = <Args extends unknown[], Result>(
    operation: string,
    work: (...args: Args) => Promise<Result>,
  ): ((...args: Args) => Promise<Result>) => {
    // There from the start: of the first failure Prometheus sees no increase otherwise.
    for (const reason of reasons) storeErrors.inc({ operation, reason }, 0)
    return async (...args) => {
      try {
        return await inSpan(`store ${operation}`, {}, () => work(...args))
      } catch (error) {
        const reason = reasonOf(error)
        if (reason) storeErrors.inc({ operation, reason })
        throw error
      }
    }
  }
  return {
    ...store,
    stage: watched('stage', store.stage),
    write: watched('write', store.write),
    append: watched('append', store.append),
    read: watched('read', store.read),
    stream: watched('stream', store.stream),
    file: watched('file', store.file),
    probe: watched('probe', store.probe),
    remove: watched('remove', store.remove),
  }
}

const reasons = ['missing', 'damaged', 'full', 'away', 'other'] as const

/** Null where the failure is the sender's: a stream that breaks off. */
function reasonOf(error: unknown): (typeof reasons)[number] | null {
  if (error instanceof ContentMissing) return 'missing'
  if (error instanceof ContentDamaged) return 'damaged'
  if (error instanceof StoreFull) return 'full'
  if (error instanceof StoreUnavailable) return 'away'
  const { syscall } = error as NodeJS.ErrnoException
  return syscall !== undefined && fileCalls.has(syscall) ? 'other' : null
}

const fileCalls = new Set(
  'access close copyfile fdatasync fstat fsync link mkdir open read rename scandir stat unlink write'.split(
    ' ',
  ),
)
