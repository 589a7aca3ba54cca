import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/section.tsx'
import { DetailsForm } from './details-form.tsx'
import { Loaded } from './loaded.tsx'
import { listOf, useMethodWords, type PageMethod } from './method-words.ts'
import { NotOpen } from './not-open.tsx'
import { coverageQuery } from './queries.ts'
import type { Way, Who } from './who.ts'

type OwnPage = Way & { readonly method: PageMethod }

/** One way to be identified: what it takes, how it goes, and its beginning. */
export function MethodScreen({ who, way }: { who: Who; way: OwnPage }) {
  const words = useMethodWords()
  const coverage = useQuery(coverageQuery(who))
  return (
    <>
      <p>{words.description(way.method)}</p>
      <Loaded query={coverage}>
        {(known) =>
          known[listOf(way.legislation)].methods.includes(way.method) ? (
            <Open who={who} way={way} />
          ) : (
            <NotOpen list={who.page(listOf(way.legislation))} />
          )
        }
      </Loaded>
    </>
  )
}

function Open({ who, way }: { who: Who; way: OwnPage }) {
  const { t } = useLingui()
  const words = useMethodWords()
  return (
    <>
      <Section id="needs" title={t`What you need`}>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {words.needs(way.method).map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
      </Section>
      <Section id="steps" title={t`How it goes`}>
        <ol className="flex list-decimal flex-col gap-2 pl-5">
          <li>
            <Trans>You check your name and your mobile number here.</Trans>
          </li>
          <li>
            <ServiceStep method={way.method} />
          </li>
          {way.method === 'loc' && (
            <li>
              <Trans>At the office you show your document and the code of your appointment.</Trans>
            </li>
          )}
          <li>
            <Trans>You come back here and accept the terms of the trust service.</Trans>
          </li>
        </ol>
      </Section>
      {/* Under Swiss law what is known of a person has a page of its own. */}
      {way.legislation === 'ZERTES' ? (
        <div className="mt-6 flex flex-wrap gap-3">
          <Button size="lg" to={`${who.page('zertes/personal-details')}?method=${way.method}`}>
            <Trans>Check my details</Trans>
          </Button>
          <OtherWays who={who} way={way} />
        </div>
      ) : (
        <>
          <Section id="details" title={t`Your details`} intro={t`As they stand in your identity document.`}>
            <DetailsForm who={who} way={way} />
          </Section>
          <div className="mt-6">
            <OtherWays who={who} way={way} />
          </div>
        </>
      )}
    </>
  )
}

function ServiceStep({ method }: { method: PageMethod }) {
  switch (method) {
    case 'video':
      return <Trans>On the page of the identification service you show the document in a call.</Trans>
    case 'loc':
      return <Trans>On the page of the identification service you book an appointment at an office.</Trans>
    case 'external-sc':
      return <Trans>On the page of the identification service you use your card and its PIN.</Trans>
    default:
      return <Trans>On the page of the identification service you film the document, then your face.</Trans>
  }
}

function OtherWays({ who, way }: { who: Who; way: OwnPage }) {
  return (
    <Button type="secondary" color="neutral" size="lg" to={who.page(listOf(way.legislation))}>
      <Trans>Other ways</Trans>
    </Button>
  )
}
