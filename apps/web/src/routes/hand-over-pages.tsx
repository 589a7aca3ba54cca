import { lazy, Suspense, type ReactNode } from 'react'
import { loadApprovalWords } from '#web/features/approvals/words.ts'
import { loadWords } from '#web/features/hand-over/words.ts'
import { loadWords as loadVerifyWords } from '#web/features/verify/words.ts'
import { loadCatalogs } from '#web/lib/i18n.ts'
import { PagePending } from '#web/ui/page-pending.tsx'
import { WithQueries } from './with-queries.tsx'

// One module for all of them: every page that is loaded alone costs the first page of everybody some bytes.

const HandIn = lazy(async () => {
  const [{ HandInPage: Page }] = await Promise.all([import('./hand-in.tsx'), loadWords()])
  return { default: Page }
})
const HandOver = lazy(async () => {
  const [{ HandOverPage: Page }] = await Promise.all([
    import('./hand-over.tsx'),
    loadWords(),
    loadCatalogs('documents'),
  ])
  return { default: Page }
})

const Verify = lazy(async () => {
  const [{ VerifyPage: Page }] = await Promise.all([import('./verify.tsx'), loadVerifyWords()])
  return { default: Page }
})

const SigningReturn = lazy(async () => {
  const [{ MabRedirectPage: Page }] = await Promise.all([import('./mab-redirect.tsx'), loadApprovalWords()])
  return { default: Page }
})

/** Back from a trust service: for whoever was sent there. */
export function SigningReturnPage() {
  return (
    <Waiting>
      <SigningReturn />
    </Waiting>
  )
}

/** Checking a signed file: for everybody. */
export function VerifyPage() {
  return (
    <Waiting>
      <WithQueries>
        <Verify />
      </WithQueries>
    </Waiting>
  )
}

/** Handing a document in: for everybody. */
export function HandInPage() {
  return (
    <Waiting>
      <WithQueries>
        <HandIn />
      </WithQueries>
    </Waiting>
  )
}

/** Claiming one: for accounts. */
export function HandOverPage() {
  return (
    <Waiting>
      <HandOver />
    </Waiting>
  )
}

function Waiting({ children }: { children: ReactNode }) {
  return <Suspense fallback={<PagePending />}>{children}</Suspense>
}
