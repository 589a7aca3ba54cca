import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { sentCompany } from '#web/features/businesses/business-calls.ts'
import { noCompany, typedCompany, type Company } from '#web/features/businesses/company.ts'
import { CompanyStep } from '#web/features/businesses/company-step.tsx'
import { LanguageChoice } from '#web/features/language/language-choice.tsx'
import { HaveAccount } from '#web/features/sign-up/have-account.tsx'
import { SignUpEmailForm } from '#web/features/sign-up/sign-up-email-form.tsx'
import { SignUpMailSent } from '#web/features/sign-up/sign-up-mail-sent.tsx'
import { confirmedEmail, type ConfirmedEmail } from '#web/features/sign-up/sign-up-state.ts'
import { StepsForm } from '#web/features/sign-up/steps-form.tsx'
import { paths } from '#web/lib/paths.ts'
import { keepReferralCode } from '#web/lib/account/referral-code.ts'
import { rememberTarget } from '#web/lib/account/return-address.ts'
import { isAlive, session } from '#web/lib/account/session.ts'
import { useConfirmation } from '#web/lib/forms/use-confirmation.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout/layout.tsx'
import { LinkCheck } from '#web/ui/notices/link-check.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

/** Where to mail the link to, that leads to a business with its first account. */
export function BusinessSignupPage() {
  const { t } = useLingui()
  const router = useRouter()
  usePageTitle(t`Sign up your business`)
  useEffect(() => {
    keepReferralCode(location.search)
    const current = session.get()
    // Anyone who has an account has a shorter way.
    if (current && isAlive(current)) router.history.replace(paths.businessRegister())
    // Also by signing in from here.
    else rememberTarget(paths.businessRegister())
  }, [router])
  return (
    <UnauthenticatedLayout footer={<LanguageChoice />}>
      <PageHeading>
        <Trans>Sign up your business</Trans>
      </PageHeading>
      <p className="mb-4 text-ink-secondary">
        <Trans>Invite members, share seals and groups, and see signing activity.</Trans>
      </p>
      <SignUpEmailForm flow="business" onSent={() => router.history.push(paths.businessSignupMailSent())} />
      <HaveAccount />
    </UnauthenticatedLayout>
  )
}

export function BusinessSignupMailSentPage() {
  return <SignUpMailSent flow="business" again={() => paths.businessSignup()} />
}

/** Where the mail's link leads: the business first, then the account of the person who makes it. */
export function BusinessSignupStepsPage() {
  const { t } = useLingui()
  const [confirmed, setConfirmed] = useState(keptFromBefore)
  usePageTitle(t`Sign up your business`)
  return (
    <UnauthenticatedLayout>
      {confirmed ? <Steps confirmed={confirmed} /> : <CheckedLink onGood={setConfirmed} />}
    </UnauthenticatedLayout>
  )
}

function Steps({ confirmed }: { confirmed: ConfirmedEmail }) {
  const router = useRouter()
  const [company, setCompany] = useState<Company>(() => typedCompany.get() ?? noCompany)
  const [step, setStep] = useState<1 | 2>(1)
  const [hasAccountStep, setHasAccountStep] = useState(false)
  const steps = useRef<HTMLDivElement>(null)
  // A step that is shown again begins at its first field, as when it is first shown.
  useEffect(() => {
    steps.current?.querySelector<HTMLElement>(':scope > :not([hidden]) input:not([readonly])')?.focus()
  }, [step])

  function continueWith(typed: Company) {
    typedCompany.keep(typed)
    setCompany(typed)
    setHasAccountStep(true)
    setStep(2)
  }

  // Both stay, once they are there: what was typed is still there after a way back.
  return (
    <div ref={steps}>
      <div hidden={step !== 1}>
        <Heading step={1} />
        <CompanyStep company={company} onDone={continueWith} />
      </div>
      {hasAccountStep && (
        <div hidden={step !== 2}>
          <Heading step={2} />
          <p className="mb-4 flex flex-wrap items-center gap-x-3 text-ink-secondary">
            <bdi className="font-medium wrap-anywhere text-ink">{company.name}</bdi>
            <Button type="text" onClick={() => setStep(1)}>
              <Trans>Edit business</Trans>
            </Button>
          </p>
          <StepsForm
            confirmed={confirmed}
            business={sentCompany(company)}
            onDone={() => {
              typedCompany.forget()
              router.history.replace(paths.businessWelcome())
            }}
          />
        </div>
      )}
    </div>
  )
}

function Heading({ step }: { step: 1 | 2 }) {
  return (
    <>
      <p className="text-sm text-ink-secondary">
        <Trans>Step {step} of 2</Trans>
      </p>
      <PageHeading>{step === 1 ? <Trans>Your business</Trans> : <Trans>Your account</Trans>}</PageHeading>
    </>
  )
}

/** A page that is loaded again continues where it was; a new link begins again. */
function keptFromBefore(): ConfirmedEmail | null {
  const kept = confirmedEmail.get()
  return kept?.flow === 'business' && !location.search.includes('token=') ? kept : null
}

function CheckedLink({ onGood }: { onGood: (confirmed: ConfirmedEmail) => void }) {
  const check = useConfirmation(['business'], ({ token, email }) => {
    const confirmed = { flow: 'business', token, email } as const
    confirmedEmail.keep(confirmed)
    onGood(confirmed)
  })
  return (
    <>
      <PageHeading>
        <Trans>Sign up your business</Trans>
      </PageHeading>
      <LinkCheck {...check} newLink={paths.businessSignup()} />
      {/* Anyone who opens the mail again may have made the account already. */}
      {check.failure !== null && <HaveAccount />}
    </>
  )
}
