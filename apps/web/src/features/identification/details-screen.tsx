import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Section } from '#web/ui/layout/section.tsx'
import { DetailsForm } from './details-form.tsx'
import { Loaded } from './query-result.tsx'
import { useMethodWords } from './method-words.ts'
import { NotOpen } from './status/option-unavailable.tsx'
import { coverageQuery } from './queries.ts'
import { StepLine } from './status/step-line.tsx'
import type { Who } from './holder.ts'

export type ZertesMethod = 'video' | 'auto' | 'loc' | 'external-sc'

/** Under Swiss law: who one is, before one leaves for the service's page. */
export function DetailsScreen({ who, method }: { who: Who; method: ZertesMethod }) {
  const { t } = useLingui()
  const words = useMethodWords()
  const coverage = useQuery(coverageQuery(who))
  return (
    <>
      <StepLine step={2} />
      <p>
        <Trans>
          These details are checked against your ID and appear in the certificate of each signature.
        </Trans>
      </p>
      <Loaded query={coverage}>
        {({ zertes }) =>
          zertes.methods.includes(method) ? (
            <Section id="details" title={t`Your details`} intro={words.name(method)}>
              <DetailsForm who={who} way={{ legislation: 'ZERTES', method }} />
            </Section>
          ) : (
            <NotOpen list={who.page('zertes')} />
          )
        }
      </Loaded>
    </>
  )
}
