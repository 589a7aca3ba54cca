import type { ComposeStep } from '#web/lib/paths.ts'
import { problemsOf } from './drafts/check-draft.ts'
import { documentsOf, type Draft } from './drafts/draft.ts'
import { steps } from './step-list.tsx'

/** Which sections need nothing more: those without a problem, and the fields once everyone has one on each document. */
export function doneSteps(draft: Draft, now: Date, isUploading: boolean): ReadonlySet<ComposeStep> {
  const open = new Set<ComposeStep>(problemsOf(draft, now, isUploading).map(({ step }) => step))
  if (open.has('documents') || open.has('people') || !isPlacedEverywhere(draft)) open.add('fields')
  return new Set(steps.filter((step) => !open.has(step)))
}

function isPlacedEverywhere(draft: Draft): boolean {
  const placed = new Set(draft.fields.map(({ signerKey, documentId }) => `${signerKey} ${documentId}`))
  return draft.signers.every((signer) =>
    documentsOf(draft, signer).every((documentId) => placed.has(`${signer.key} ${documentId}`)),
  )
}
