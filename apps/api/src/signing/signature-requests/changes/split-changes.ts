import type { DocumentChange, FieldChange } from './changed-documents.ts'
import type { SignerChange } from './changed-signers.ts'

/** One event holds so many characters of changes, and one more change: a form of hundreds of fields takes several. */
const charactersAtMost = 64_000

interface Piece {
  readonly signer: SignerChange
  readonly document: DocumentChange | null
  readonly field: FieldChange | null
}

/** The changes of signers, for one event each. */
export function splitChanges(signers: readonly SignerChange[]): SignerChange[][] {
  const groups: Piece[][] = []
  let size = Infinity
  for (const piece of signers.flatMap(piecesOf)) {
    if (size > charactersAtMost) {
      groups.push([])
      size = 0
    }
    groups.at(-1)?.push(piece)
    size += sizeOf(piece)
  }
  return groups.map(together)
}

function piecesOf(signer: SignerChange): Piece[] {
  return [
    { signer, document: null, field: null },
    ...signer.documents.flatMap((document): Piece[] => [
      { signer, document, field: null },
      ...document.fields.map((field) => ({ signer, document, field })),
    ]),
  ]
}

function sizeOf({ signer, document, field }: Piece): number {
  return JSON.stringify(field ?? document?.changes ?? signer.changes).length + 200
}

/** A signer, or a document, that an earlier event named has only its further fields. */
function together(pieces: readonly Piece[]): SignerChange[] {
  return [...Map.groupBy(pieces, ({ signer }) => signer)].map(([signer, own]) => ({
    ...signer,
    ...(own.some(({ document }) => document === null) ? {} : { fields: ['documents'], changes: {} }),
    documents: [...Map.groupBy(own, ({ document }) => document)].flatMap(([document, of]) =>
      document
        ? [
            {
              ...document,
              changes: of.some(({ field }) => field === null) ? document.changes : {},
              fields: of.flatMap(({ field }) => field ?? []),
            },
          ]
        : [],
    ),
  }))
}
