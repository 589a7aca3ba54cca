// oxlint-disable-next-line eslint/no-restricted-imports -- whole pages: there is nothing beside them to keep
import { lazy, Suspense, type ReactNode } from 'react'
import { loadApprovalWords } from '#web/features/approvals/words.ts'
import { loadWords } from '#web/features/anonymous-upload/words.ts'
import { loadWords as loadValidationWords } from '#web/features/validations/words.ts'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import { PagePending } from '#web/ui/layout/page-pending.tsx'
import { WithQueries } from './with-queries.tsx'

// One module for all of them: every page that is loaded alone costs the first page of everybody some bytes.

const SubmitDocument = lazy(async () => {
  const [{ SubmitDocumentPage: Page }] = await Promise.all([import('./submit-document.tsx'), loadWords()])
  return { default: Page }
})
const ClaimDocument = lazy(async () => {
  const [{ ClaimDocumentPage: Page }] = await Promise.all([
    import('./claim-document.tsx'),
    loadWords(),
    loadCatalogs('documents'),
  ])
  return { default: Page }
})

const Validation = lazy(async () => {
  const [{ ValidationPage: Page }] = await Promise.all([import('./validation.tsx'), loadValidationWords()])
  return { default: Page }
})

const SigningReturn = lazy(async () => {
  const [{ MabRedirectPage: Page }] = await Promise.all([import('./mab-redirect.tsx'), loadApprovalWords()])
  return { default: Page }
})

/** Back from a trust service: for the person who was sent there. */
export function SigningReturnPage() {
  return (
    <Waiting>
      <SigningReturn />
    </Waiting>
  )
}

/** Checking a signed file: for everybody. */
export function ValidationPage() {
  return (
    <Waiting>
      <WithQueries>
        <Validation />
      </WithQueries>
    </Waiting>
  )
}

/** Submitting a document: for everyone. */
export function SubmitDocumentPage() {
  return (
    <Waiting>
      <WithQueries>
        <SubmitDocument />
      </WithQueries>
    </Waiting>
  )
}

/** Claiming a submitted document: for accounts. */
export function ClaimDocumentPage() {
  return (
    <Waiting>
      <ClaimDocument />
    </Waiting>
  )
}

function Waiting({ children }: { children: ReactNode }) {
  return <Suspense fallback={<PagePending />}>{children}</Suspense>
}
