import { Trans, useLingui } from '@lingui/react/macro'
import { paths, type QualitiesSubpage } from '#web/lib/paths.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { BackToQualities } from './qualities-frame.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { canSignQualified, type Qualities } from './qualities.ts'
import { useQualityWords } from './use-quality-words.ts'

/** Which signature does one need, and what leads there? */
export function FurtherQualities({ qualities }: { qualities: Qualities }) {
  const { t } = useLingui()
  const words = useQualityWords()
  const laws = [
    { legislation: 'ZERTES', page: 'zertes', title: t`For contracts under Swiss law` },
    { legislation: 'EIDAS', page: 'eidas', title: t`For contracts in the European Union` },
  ] as const satisfies readonly { legislation: string; page: QualitiesSubpage; title: string }[]
  return (
    <>
      <p className="mb-4">
        <Trans>
          A qualified electronic signature (QES) is equivalent to a handwritten one. It requires a one-time
          identity check and a confirmation for each signature.
        </Trans>
      </p>
      {laws.map(({ legislation, page, title }) => (
        <Section key={legislation} id={page} title={title} intro={words.legalEffect('QES', legislation)}>
          {canSignQualified(qualities, legislation) ? (
            <p className="text-completed">
              <Trans>You can already sign under this legal framework.</Trans>
            </p>
          ) : (
            <TextLink to={paths.qualities(page)}>
              <Trans>Verify your identity</Trans>
            </TextLink>
          )}
        </Section>
      ))}
      <Section
        id="release"
        title={t`Confirming each signature`}
        intro={t`With a code to your mobile number, or with Mobile ID on your phone.`}
      >
        <div className="flex flex-wrap gap-x-6">
          <TextLink to={paths.qualities('mobile-id')}>
            <Trans>My mobile number and Mobile ID</Trans>
          </TextLink>
        </div>
      </Section>
      <BackToQualities />
    </>
  )
}
