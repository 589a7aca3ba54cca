import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DetailsForm } from './details-form.tsx'
import { Loaded } from './query-result.tsx'
import { listOf, useMethodWords, type PageMethod } from './method-words.ts'
import { NotOpen } from './status/option-unavailable.tsx'
import { coverageQuery } from './queries.ts'
import { StepLine } from './status/step-line.tsx'
import type { Way, Who } from './holder.ts'

type OwnPage = Way & { readonly method: PageMethod }

/** One way to be identified: what it takes, how it goes, and its beginning. */
export function MethodScreen({ who, way }: { who: Who; way: OwnPage }) {
  const words = useMethodWords()
  const coverage = useQuery(coverageQuery(who))
  return (
    <>
      <StepLine step={2} />
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
      <Section id="steps" title={t`How it works`}>
        <ol className="flex list-decimal flex-col gap-2 pl-5">
          <li>
            <Trans>Check your name and mobile number here.</Trans>
          </li>
          <li>
            <ServiceStep method={way.method} />
          </li>
          {way.method === 'loc' && (
            <li>
              <Trans>Bring your ID and your appointment code to the office.</Trans>
            </li>
          )}
          <li>
            <Trans>Come back here and accept the trust service’s terms.</Trans>
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
          <Section id="details" title={t`Your details`} intro={t`As shown on your ID.`}>
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
      return <Trans>Show your ID in a video call on the identity verification service’s page.</Trans>
    case 'loc':
      return <Trans>Book an appointment at an office on the identity verification service’s page.</Trans>
    case 'external-sc':
      return <Trans>Use your card and its PIN on the identity verification service’s page.</Trans>
    default:
      return <Trans>Film your ID, then your face, on the identity verification service’s page.</Trans>
  }
}

function OtherWays({ who, way }: { who: Who; way: OwnPage }) {
  return (
    <Button type="secondary" color="neutral" size="lg" to={who.page(listOf(way.legislation))}>
      <Trans>Other options</Trans>
    </Button>
  )
}
