import { readTrustList } from './read-trust-list.ts'
import type { TrustList, TrustListPointer } from './trust-list.ts'
import { TrustListError } from './trust-list-error.ts'
import type { TrustListErrorCode } from './trust-list-error.ts'

export interface OpenedTrustLists {
  /** One for each territory, in the order of their names: what lists say doesn't depend on the order of the files. */
  readonly lists: readonly TrustList[]
  /** Files that were not taken, by their place among those given. */
  readonly refused: readonly {
    readonly index: number
    readonly code: TrustListErrorCode
    readonly message: string
  }[]
}

type Opened = TrustList | TrustListError

/**
 * Opens trusted lists in any order: those one of the given certificates signed, and those whose signers a list of lists
 * names for their territory (ETSI TS 119 615 §4.1). Of each territory the newest is used.
 */
export function openTrustLists(
  files: readonly Uint8Array[],
  signers: readonly Uint8Array[],
): OpenedTrustLists {
  const first = onlyNewest(files.map((file) => open(file, signers)))
  const pointers = first.flatMap((one) => (isList(one) && one.isListOfLists ? one.pointers : []))
  const opened = onlyNewest(
    files.map((file, index) => {
      const known = first[index]
      return known && isList(known) ? known : open(file, signers, pointers)
    }),
  )
  return {
    lists: opened.filter(isList).toSorted((a, b) => (a.territory < b.territory ? -1 : 1)),
    refused: opened.flatMap((one, index) =>
      isList(one) ? [] : [{ index, code: one.code, message: one.message }],
    ),
  }
}

const isList = (opened: Opened): opened is TrustList => !(opened instanceof TrustListError)

function open(
  file: Uint8Array,
  signers: readonly Uint8Array[],
  pointers: readonly TrustListPointer[] = [],
): Opened {
  try {
    return readTrustList(file, signers, pointers)
  } catch (error) {
    if (error instanceof TrustListError) return error
    throw error
  }
}

/** An older copy would still grant what the newer one has withdrawn (TSLSequenceNumber, ETSI TS 119 612 §5.3.2). */
function onlyNewest(all: readonly Opened[]): Opened[] {
  const newest = new Map<string, TrustList>()
  for (const list of all.filter(isList)) {
    const other = newest.get(list.territory)
    if (!other || isNewer(list, other)) newest.set(list.territory, list)
  }
  return all.map((one) => {
    const used = isList(one) ? newest.get(one.territory) : undefined
    if (!used || used === one) return one
    const { territory, sequenceNumber } = used
    return new TrustListError(
      'superseded',
      `Of ${territory}, the list with number ${sequenceNumber} is used, which is another file`,
    )
  })
}

const isNewer = (a: TrustList, b: TrustList): boolean =>
  a.sequenceNumber === b.sequenceNumber ? a.issuedAt > b.issuedAt : a.sequenceNumber > b.sequenceNumber
