import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { PageHeading, SimpleLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

/** What holds between those who use this installation and the person who runs it; the latter may have terms of their own. */
export function TermsPage() {
  const { t } = useLingui()
  usePageTitle(t`Terms of use`)
  const own = termsOfOperator()
  return (
    <SimpleLayout>
      <PageHeading>{t`Terms of use`}</PageHeading>
      {own ? (
        <>
          <p>
            <Trans>The operator of this service has its own terms, which apply.</Trans>
          </p>
          <p className="mt-5">
            <Button href={own}>
              <Trans>Read terms</Trans>
            </Button>
          </p>
        </>
      ) : (
        <OwnTerms />
      )}
    </SimpleLayout>
  )
}

function OwnTerms() {
  const { t } = useLingui()
  return (
    <div className="flex flex-col gap-5">
      <Clause title={t`Operator`}>
        <Trans>
          This is a self-hosted installation of Countersign. Its operator alone is responsible for it. Ask for
          their name and address before you rely on it.
        </Trans>
      </Clause>
      <Clause title={t`What it does`}>
        <Trans>
          It stores the documents you upload, requests signatures and keeps evidence of who did what and when.
          Whether a signature is sufficient for your purpose depends on its level and the applicable law. The
          service doesn’t give legal advice.
        </Trans>
      </Clause>
      <Clause title={t`Your responsibilities`}>
        <Trans>
          You use your real name, keep your password secret, upload only what you’re allowed to share, and
          sign only for yourself or where you’re authorised to sign for someone else.
        </Trans>
      </Clause>
      <Clause title={t`Your data`}>
        <Trans>
          Your name, email, documents and signing evidence are stored on this installation. People you send a
          document to can see it, along with your name and email. The operator tells you whether data is
          shared with others.
        </Trans>
      </Clause>
      <Clause id="data-processing" title={t`Data processing for businesses`}>
        <Trans>
          Where a business uses the service, the business is the controller of personal data and the operator
          is its processor. The operator processes the data only on the business’s instructions, keeps it
          confidential and secure, uses only named subprocessors and deletes the data at the end. It assists
          with data subject requests, reports breaches without delay and allows audits.
        </Trans>
      </Clause>
      <Clause title={t`Ending your account`}>
        <Trans>
          You can delete your account at any time. Signed documents stay valid and remain with the other
          signers.
        </Trans>
      </Clause>
    </div>
  )
}

function Clause({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id}>
      <h2 className="mb-1 font-semibold">{title}</h2>
      <p className="text-ink-secondary">{children}</p>
    </section>
  )
}

function termsOfOperator(): string | null {
  const given = document.querySelector<HTMLMetaElement>('meta[name="terms-url"]')?.content
  return given && /^https?:\/\//.test(given) ? given : null
}
