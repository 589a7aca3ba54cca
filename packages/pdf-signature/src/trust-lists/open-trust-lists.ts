import { readTrustList } from './read-trust-list.ts'
import type { TrustList } from './trust-list.ts'
import { TrustListError } from './trust-list-error.ts'
import type { TrustListErrorCode } from './trust-list-error.ts'

export interface OpenedTrustLists {
  readonly lists: readonly TrustList[]
  /** Files that were not taken, by their place among those given. */
  readonly refused: readonly {
    readonly index: number
    readonly code: TrustListErrorCode
    readonly message: string
  }[]
}

/**
 * Opens trusted lists in any order: those one of the given certificates signed, and those whose signers such a list of
 * lists names (ETSI TS 119 615 §4.1).
 */
export function openTrustLists(
  files: readonly Uint8Array[],
  signers: readonly Uint8Array[],
): OpenedTrustLists {
  const lists = new Map<number, TrustList>()
  const refused = new Map<number, TrustListError>()
  const open = (known: readonly Uint8Array[]): void => {
    for (const [index, file] of files.entries()) {
      if (lists.has(index)) continue
      try {
        lists.set(index, readTrustList(file, known))
        refused.delete(index)
      } catch (error) {
        if (!(error instanceof TrustListError)) throw error
        refused.set(index, error)
      }
    }
  }
  open(signers)
  const named = [...lists.values()].flatMap(({ pointers }) => pointers.flatMap((one) => one.signers))
  if (named.length > 0) open(named)
  return {
    lists: [...lists.values()],
    refused: [...refused].map(([index, { code, message }]) => ({ index, code, message })),
  }
}
