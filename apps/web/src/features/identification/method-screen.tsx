import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DetailsForm } from './details-form.tsx'
import { QueryResult } from './query-result.tsx'
import { listOf, useMethodWords, type PageMethod } from './method-words.ts'
import { OptionUnavailable } from './status/option-unavailable.tsx'
import { coverageQuery } from './queries.ts'
import { StepLine } from './status/step-line.tsx'
import type { IdentificationOption, Holder } from './holder.ts'

type OwnPage = IdentificationOption & { readonly method: PageMethod }

/** One way to be identified: what it takes, how it goes, and its beginning. */
export function MethodScreen({ holder, option }: { holder: Holder; option: OwnPage }) {
  const words = useMethodWords()
  const coverage = useQuery(coverageQuery(holder))
  return (
    <QueryResult query={coverage}>
      {(known) => {
        const isOffered = known[listOf(option.legislation)].methods.includes(option.method)
        return (
          <>
            {isOffered && <StepLine step={2} />}
            <p>{words.description(option.method)}</p>
            {isOffered ? (
              <Open holder={holder} option={option} />
            ) : (
              <OptionUnavailable list={holder.page(listOf(option.legislation))} />
            )}
          </>
        )
      }}
    </QueryResult>
  )
}

function Open({ holder, option }: { holder: Holder; option: OwnPage }) {
  const { t } = useLingui()
  const words = useMethodWords()
  return (
    <>
      <Section id="needs" title={t`What you need`}>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {words.needs(option.method).map((need) => (
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
            <ServiceStep method={option.method} />
          </li>
          {option.method === 'loc' && (
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
      {option.legislation === 'ZERTES' ? (
        <div className="mt-6 flex flex-wrap gap-3">
          <Button size="lg" to={`${holder.page('zertes/personal-details')}?method=${option.method}`}>
            <Trans>Check my details</Trans>
          </Button>
          <OtherWays holder={holder} option={option} />
        </div>
      ) : (
        <>
          <Section id="details" title={t`Your details`} intro={t`As shown on your ID.`}>
            <DetailsForm holder={holder} option={option} />
          </Section>
          <div className="mt-6">
            <OtherWays holder={holder} option={option} />
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

function OtherWays({ holder, option }: { holder: Holder; option: OwnPage }) {
  return (
    <Button type="secondary" color="neutral" size="lg" to={holder.page(listOf(option.legislation))}>
      <Trans>Other options</Trans>
    </Button>
  )
}
