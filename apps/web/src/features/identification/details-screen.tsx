import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Section } from '#web/ui/layout/section.tsx'
import { DetailsForm } from './details-form.tsx'
import { QueryResult } from './query-result.tsx'
import { useMethodWords } from './method-words.ts'
import { OptionUnavailable } from './status/option-unavailable.tsx'
import { coverageQuery } from './queries.ts'
import { StepLine } from './status/step-line.tsx'
import type { Holder } from './holder.ts'

export type ZertesMethod = 'video' | 'auto' | 'loc' | 'external-sc'

/** Under Swiss law: who one is, before one leaves for the service's page. */
export function DetailsScreen({ holder, method }: { holder: Holder; method: ZertesMethod }) {
  const { t } = useLingui()
  const words = useMethodWords()
  const coverage = useQuery(coverageQuery(holder))
  return (
    <QueryResult query={coverage}>
      {({ zertes }) =>
        zertes.methods.includes(method) ? (
          <>
            <StepLine step={2} />
            <p>
              <Trans>
                These details are checked against your ID and appear in the certificate of each signature.
              </Trans>
            </p>
            <Section id="details" title={t`Your details`} intro={words.name(method)}>
              <DetailsForm holder={holder} option={{ legislation: 'ZERTES', method }} />
            </Section>
          </>
        ) : (
          <OptionUnavailable list={holder.page('zertes')} />
        )
      }
    </QueryResult>
  )
}
