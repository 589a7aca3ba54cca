import { Trans, useLingui } from '@lingui/react/macro'
import type { Legislation } from '#web/features/signature-standards/standards.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Section } from '#web/ui/section.tsx'
import { listOf } from './method-words.ts'
import type { Who } from './who.ts'

/** What is done elsewhere, by people: where to go, what happens, and what Countersign does not do. */
export function HandOff(props: { who: Who; legislation: Legislation; method: 'loc' | 'external-sc' }) {
  const { who, legislation, method } = props
  return (
    <>
      {method === 'loc' ? <Office /> : <Card who={who} />}
      <div className="mt-6">
        <Button type="secondary" to={who.page(listOf(legislation))}>
          <Trans>Other ways</Trans>
        </Button>
      </div>
    </>
  )
}

function Office() {
  const { t } = useLingui()
  return (
    <>
      <Notice kind="info" title={<Trans>Countersign makes no appointment for you</Trans>}>
        <Trans>It is not told what comes of it either. You go to the office yourself.</Trans>
      </Notice>
      <Section id="steps" title={t`How it goes`}>
        <ol className="flex list-decimal flex-col gap-2 pl-5">
          <li>
            <Trans>
              Ask the trust service, your bank or your commune which office near you checks identities for
              electronic signatures, and when it is open.
            </Trans>
          </li>
          <li>
            <Trans>Take your passport or identity card and your mobile phone with you.</Trans>
          </li>
          <li>
            <Trans>
              The office compares you with the document and registers you with the trust service, under your
              mobile number.
            </Trans>
          </li>
          <li>
            <Trans>
              Tell whoever runs this installation that you are registered. Until it is known here, you cannot
              sign with it here.
            </Trans>
          </li>
        </ol>
      </Section>
    </>
  )
}

function Card({ who }: { who: Who }) {
  const { t } = useLingui()
  return (
    <>
      <Notice kind="info" title={<Trans>You sign with your card outside of Countersign</Trans>}>
        <Trans>
          Countersign cannot read a card. What you sign with it counts all the same, and the request here
          stays open until whoever sent it ends it.
        </Trans>
      </Notice>
      <Section id="steps" title={t`How it goes`}>
        <ol className="flex list-decimal flex-col gap-2 pl-5">
          <li>
            {who.home.isDocument ? (
              <Trans>Download the document.</Trans>
            ) : (
              <Trans>Open the request and download its document.</Trans>
            )}
          </li>
          <li>
            <Trans>
              Sign the PDF with your card, its reader and the program that came with it. The certificate on
              the card has to be a qualified one.
            </Trans>
          </li>
          <li>
            <Trans>Check the result: the page says whose signature it is and what it is worth.</Trans>
          </li>
          <li>
            <Trans>Send the signed file to whoever asked you.</Trans>
          </li>
        </ol>
        <div className="mt-5 flex flex-wrap gap-2">
          {who.home.isDocument && (
            <Button to={who.home.to}>
              <Trans>Back to the document</Trans>
            </Button>
          )}
          <Button type="secondary" to={paths.verify()}>
            <Trans>Check a signed PDF</Trans>
          </Button>
        </div>
      </Section>
    </>
  )
}
