import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { NextStep } from './next-step.tsx'
import { splitQualities, type QualityDetail, type QualityGroup, type Qualities } from './qualities.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { useQualityWords } from './use-quality-words.ts'

export function QualitiesOverview(props: {
  qualities: Qualities
  /** An identification is begun and not at its end. */
  isBeingIdentified: boolean
}) {
  const { t } = useLingui()
  const { qualities } = props
  const { now, later } = splitQualities(qualities)
  return (
    <>
      <NextStep qualities={qualities} isBeingIdentified={props.isBeingIdentified} />
      <Section
        id="now"
        title={t`Your signature levels`}
        intro={t`The sender chooses the signature level of each request.`}
      >
        {now.length === 0 ? (
          <p>
            <Trans>None yet. See what’s missing below.</Trans>
          </p>
        ) : (
          <QualityList qualities={now} />
        )}
      </Section>
      {later.length > 0 && (
        <Section id="later" title={t`Other signature levels`} intro={t`What you need for each one.`}>
          <QualityList qualities={later} />
          <div className="mt-5">
            <Button type="secondary" to={paths.qualities('update')}>
              <Trans>How to get other signature levels</Trans>
            </Button>
          </div>
        </Section>
      )}
      <LegislationSection />
    </>
  )
}

function LegislationSection() {
  const { t } = useLingui()
  return (
    <Section
      id="legislation"
      title={t`Legal framework`}
      intro={t`Qualified signatures are made under Swiss or European law. Choose the default for new requests.`}
    >
      <div className="flex flex-wrap gap-x-6">
        <TextLink to={paths.qualities('legislation')}>
          <Trans>Choose legal framework</Trans>
        </TextLink>
        <TextLink to={paths.qualities('zertes/personal-details')}>
          <Trans>Your details</Trans>
        </TextLink>
        <TextLink to={paths.qualities('mobile-id')}>
          <Trans>Mobile number and Mobile ID</Trans>
        </TextLink>
      </div>
    </Section>
  )
}

function QualityList({ qualities }: { qualities: readonly QualityGroup[] }) {
  return (
    <ul className="flex flex-col gap-5">
      {qualities.map((detail) => (
        <QualityRow key={`${detail.quality} ${detail.legislations.join()}`} detail={detail} />
      ))}
    </ul>
  )
}

function QualityRow({ detail }: { detail: QualityGroup }) {
  const words = useQualityWords()
  const { quality, legislations, available, unmet } = detail
  const only = legislations.length === 1 ? legislations[0]! : null
  return (
    <li className="flex items-start gap-3">
      <span className={available ? 'text-completed' : 'text-ink-secondary'}>
        <Icon name={available ? 'checkCircle' : 'info'} />
      </span>
      <div className="min-w-0">
        <p className="font-semibold">{words.name(quality)}</p>
        {legislations.length > 0 && (
          <p className="text-sm text-ink-secondary">
            {legislations.map((legislation) => words.legislation(legislation)).join(' · ')}
          </p>
        )}
        <p>{words.legalEffect(quality, only)}</p>
        <Requirements unmet={unmet} legislation={only} />
      </div>
    </li>
  )
}

function Requirements({ unmet, legislation }: Pick<QualityDetail, 'unmet' | 'legislation'>) {
  const words = useQualityWords()
  if (unmet.length === 0) return null
  // Where nobody offers it, the other unmet are no way there.
  const shown = unmet.includes('not_offered') ? (['not_offered'] as const) : unmet
  return (
    <ul className="mt-1 text-sm text-ink-secondary">
      {shown.map((requirement) => {
        const link = words.linkFor(requirement, legislation)
        return (
          <li key={requirement} className="flex flex-wrap items-center gap-x-3">
            {words.requirement(requirement)}
            {link && <TextLink to={link.to}>{link.label}</TextLink>}
          </li>
        )
      })}
    </ul>
  )
}
