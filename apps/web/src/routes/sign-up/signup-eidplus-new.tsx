import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { OutputOf } from '@countersign/contract/endpoint.ts'
import {
  listIdentificationMethods,
  type IdentificationMethod,
} from '@countersign/contract/identifications.ts'
import { useMethodWords } from '#web/features/identification/method-words.ts'
import { loadWords } from '#web/features/identification/words.ts'
import { LanguageChoice } from '#web/features/language/language-choice.tsx'
import { HaveAccount } from '#web/features/sign-up/have-account.tsx'
import { SignUpEmailForm } from '#web/features/sign-up/sign-up-email-form.tsx'
import { call } from '#web/lib/calls/api.ts'
import { paths } from '#web/lib/paths.ts'
import { keepReferralCode } from '#web/lib/account/referral-code.ts'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout/layout.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

/** For people who come to identify themselves, with an eID: they need an account first. */
export function SignupEidPlusNewPage() {
  const { t } = useLingui()
  const router = useRouter()
  usePageTitle(t`Verify your identity`)
  useEffect(() => keepReferralCode(location.search), [])
  return (
    <UnauthenticatedLayout footer={<LanguageChoice />}>
      <PageHeading>
        <Trans>Verify your identity for legally binding signatures</Trans>
      </PageHeading>
      <ol className="mb-5 list-decimal space-y-1 pl-5 text-ink-secondary">
        <li>
          <Trans>Confirm your email.</Trans>
        </li>
        <li>
          <Trans>Create your account.</Trans>
        </li>
        <li>
          <Trans>Choose how to verify your identity.</Trans>
        </li>
      </ol>
      <div className="mb-5">
        <ConnectedMethods />
      </div>
      <SignUpEmailForm flow="eidplus" onSent={() => router.history.push(paths.signupMailSent())} />
      <HaveAccount />
    </UnauthenticatedLayout>
  )
}

/** What the third step can be on this installation: said before anybody takes the first. */
function ConnectedMethods() {
  const [methods, setMethods] = useState<Methods | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const options = { background: true, signal: abort.signal }
    Promise.all([call(listIdentificationMethods, {}, options), loadWords()]).then(
      ([{ eidas, zertes }]) => setMethods(methodsOf(eidas, zertes)),
      // Without the answer the account can still be created; the methods are shown with it.
      () => undefined,
    )
    return () => abort.abort()
  }, [])
  if (!methods) return null
  return methods.free.length + methods.paid.length > 0 ? <MethodNames {...methods} /> : <NotSetUp />
}

/** Shown once the words of the methods are loaded. */
function MethodNames({ free, paid: covered }: Methods) {
  const words = useMethodWords()
  const namesOf = (some: readonly IdentificationMethod[]) => [...new Set(some.map(words.name))].join(', ')
  const paid = namesOf(covered)
  return (
    <Notice kind="info" title={<Trans>Identity verification options</Trans>}>
      {free.length > 0 && <p>{namesOf(free)}</p>}
      {covered.length > 0 && (
        <p>
          <Trans>If your business pays: {paid}</Trans>
        </p>
      )}
    </Notice>
  )
}

interface Methods {
  readonly free: readonly IdentificationMethod[]
  readonly paid: readonly IdentificationMethod[]
}

type LawMethods = OutputOf<typeof listIdentificationMethods>['eidas']

function methodsOf(...laws: readonly LawMethods[]): Methods {
  const free = new Set(laws.flatMap((law) => law.free))
  const paid = new Set(laws.flatMap((law) => law.covered).filter((method) => !free.has(method)))
  return { free: [...free], paid: [...paid] }
}

function NotSetUp() {
  return (
    <Notice kind="info" title={<Trans>Identity verification isn’t set up here</Trans>}>
      <Trans>
        No identity verification provider is set up here. You can create your account and use simple
        signatures. For other signature levels, contact support.
      </Trans>
    </Notice>
  )
}
