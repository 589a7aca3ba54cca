import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { SecondFactorChallenge } from '@countersign/contract/errors.ts'
import { LanguageChoice } from '#web/features/language/language-choice.tsx'
import { SignInForm } from '#web/features/session/sign-in-form.tsx'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { pendingLink } from '#web/lib/account/pending-link.ts'
import { rememberedTarget, rememberedEmail, takeTarget } from '#web/lib/account/return-address.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { signedOut } from '#web/lib/account/session.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout/layout.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { later } from '#web/ui/later.tsx'

// What few sign-ins take comes with its words when it is taken: this page is the one that has to be small.
const secondFactorForm = () =>
  withWords(
    import('#web/features/second-factors/second-factor-form.tsx'),
    loadCatalogs('entry', 'profileErrors'),
  )
const SecondFactorForm = later(async () => ({ default: (await secondFactorForm()).SecondFactorForm }))
const pendingNotice = () =>
  withWords(import('#web/features/single-sign-on/pending-link-notice.tsx'), loadCatalogs('entry'))
const PendingLinkNotice = later(async () => ({ default: (await pendingNotice()).PendingLinkNotice }))

/** Loaded beside this page; without it one can sign in all the same. */
const frontPage = withWords(import('#web/features/front-page/front-page.tsx'), loadCatalogs('entry')).catch(
  () => null,
)

/** Not in a `Suspense`: React would show it up to 300 ms after it has come. */
function FrontPage() {
  const [loaded, setLoaded] = useState<Awaited<typeof frontPage>>(null)
  useEffect(() => {
    let isShown = true
    void frontPage.then((module) => isShown && setLoaded(module))
    return () => {
      isShown = false
    }
  }, [])
  return loaded && <loaded.FrontPage />
}

async function withWords<Module>(module: Promise<Module>, words: Promise<void>): Promise<Module> {
  await words
  return module
}

async function leadToCompany(email: string): Promise<boolean> {
  const company = await import('#web/lib/account/company-sign-in.ts')
  return company.leadToCompany(email, rememberedTarget())
}

export function LoginPage() {
  const { t } = useLingui()
  const router = useRouter()
  const [link, setLink] = useState(pendingLink.get)
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null)
  const [returns, setReturns] = useState(0)
  const passwordStep = useRef<HTMLDivElement>(null)
  const [tookTooLong, setTookTooLong] = useState(false)
  usePageTitle(t`Sign in`)

  async function finish() {
    if (link) {
      const { connect } = await withWords(
        import('#web/features/single-sign-on/connect.ts'),
        loadCatalogs('entry', 'profileErrors'),
      )
      await connect(link)
    }
    router.history.replace(takeTarget())
  }

  async function askForSecondFactor(next: SecondFactorChallenge) {
    await secondFactorForm()
    setTookTooLong(false)
    setChallenge(next)
  }

  function backToPassword(reason: { tookTooLong: boolean }) {
    setTookTooLong(reason.tookTooLong)
    setChallenge(null)
    setReturns(returns + 1)
  }
  useEffect(() => {
    if (returns > 0) passwordStep.current?.querySelector<HTMLElement>('[name=password]')?.focus()
  }, [returns])

  function abandonLink() {
    pendingLink.forget()
    setLink(null)
  }

  return (
    <UnauthenticatedLayout
      aside={<FrontPage />}
      footer={
        <>
          <AppLink
            to={paths.verify()}
            className="mb-2 inline-flex min-h-11 items-center underline"
          >{t`Verify a signed PDF`}</AppLink>
          <LanguageChoice />
        </>
      }
    >
      {challenge && (
        <Suspense>
          <SecondFactorForm
            challenge={challenge}
            onSignedIn={finish}
            onOver={() => backToPassword({ tookTooLong: true })}
            onBack={() => backToPassword({ tookTooLong: false })}
          />
        </Suspense>
      )}
      {/* Stays while the second factor is asked for: what was typed is still there after a way back. */}
      <div ref={passwordStep} hidden={challenge !== null}>
        <PageHeading>
          <Trans>Sign in</Trans>
        </PageHeading>
        <div className="mb-4 empty:hidden">
          {link ? (
            <Suspense>
              <PendingLinkNotice link={link} onAbandon={abandonLink} />
            </Suspense>
          ) : (
            <WhatHappened tookTooLong={tookTooLong} />
          )}
        </div>
        <SignInForm
          key={link?.code}
          email={link?.email ?? rememberedEmail()}
          emailFixed={link !== null}
          onSignedIn={finish}
          onSecondFactor={askForSecondFactor}
          leadToCompany={leadToCompany}
        />
        <p className="mt-4 border-t border-line pt-4 text-sm">
          <Trans>
            No account?{' '}
            <AppLink to={paths.signup()} className="font-medium text-accent underline">
              Sign up
            </AppLink>
          </Trans>
        </p>
      </div>
    </UnauthenticatedLayout>
  )
}

function WhatHappened({ tookTooLong }: { tookTooLong: boolean }) {
  const loggedOut = useStore(signedOut) || new URLSearchParams(location.search).has('logged-out')
  if (tookTooLong) {
    return (
      <Notice kind="warning">
        <Trans>Two-factor authentication timed out. Please sign in again.</Trans>
      </Notice>
    )
  }
  if (!loggedOut) return null
  return (
    <Notice kind="success">
      <Trans>You’re signed out in every tab.</Trans>
    </Notice>
  )
}
