import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { PageHeading, SimpleLayout } from '#web/ui/layout.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

/** What holds between those who use this installation and whoever runs it; the latter may have terms of their own. */
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
            <Trans>Whoever runs this service has terms of their own. These hold.</Trans>
          </p>
          <p className="mt-5">
            <Button href={own}>
              <Trans>Read the terms</Trans>
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
      <Clause title={t`Who runs this`}>
        <Trans>
          This is an installation of Countersign that somebody runs on their own machines. They answer for it,
          and they alone. Ask them for their name and address before you rely on it.
        </Trans>
      </Clause>
      <Clause title={t`What it does`}>
        <Trans>
          It stores the documents you upload, asks people to sign them, and keeps evidence of what each of
          them did and when. Whether a signature is enough for your purpose depends on its kind and on the law
          that applies. The service does not advise you on that.
        </Trans>
      </Clause>
      <Clause title={t`What you undertake`}>
        <Trans>
          You give your true name, keep your password to yourself, upload only what you may pass on, and sign
          only in your own name or where you are entitled to sign for somebody.
        </Trans>
      </Clause>
      <Clause title={t`Your data`}>
        <Trans>
          Your name, your email, your documents and the evidence of signing are stored on this installation.
          People you send a document to see it, and your name and email. Whoever runs the service tells you
          whether anything is given to others.
        </Trans>
      </Clause>
      <Clause id="data-processing" title={t`Data processing for businesses`}>
        <Trans>
          Where a business uses the service, it decides which personal data is processed and why, and whoever
          runs the service processes it for the business alone: as the business instructs, kept secret and
          safe, with nobody else but those they name, and deleted at the end. They help the business answer
          requests of the people concerned, tell it of a breach without delay, and let it check all this.
        </Trans>
      </Clause>
      <Clause title={t`The end`}>
        <Trans>
          You can delete your account at any time. What was signed stays valid, and stays with the others who
          signed it.
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
