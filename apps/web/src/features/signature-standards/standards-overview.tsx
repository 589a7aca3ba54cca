import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Section } from '#web/ui/section.tsx'
import { NextStep } from './next-step.tsx'
import { splitStandards, type Standard, type StandardGroup, type Standards } from './standards.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { useStandardWords } from './use-standard-words.ts'

export function StandardsOverview(props: {
  standards: Standards
  /** An identification is begun and not at its end. */
  isBeingIdentified: boolean
}) {
  const { t } = useLingui()
  const { standards } = props
  const { now, later } = splitStandards(standards)
  return (
    <>
      <NextStep standards={standards} isBeingIdentified={props.isBeingIdentified} />
      <Section
        id="now"
        title={t`What you can sign with now`}
        intro={t`The sender of a request chooses which of them it takes.`}
      >
        {now.length === 0 ? (
          <p>
            <Trans>Nothing yet: see below what is missing.</Trans>
          </p>
        ) : (
          <StandardList standards={now} />
        )}
      </Section>
      {later.length > 0 && (
        <Section
          id="later"
          title={t`What else there is`}
          intro={t`Signatures of more weight, with what each still takes.`}
        >
          <StandardList standards={later} />
          <div className="mt-5">
            <Button type="secondary" to={paths.signatureStandards('update')}>
              <Trans>How to sign with more weight</Trans>
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
      title={t`Under which law`}
      intro={t`Qualified signatures are made under Swiss or under European law. You can choose which one new requests start with.`}
    >
      <div className="flex flex-wrap gap-x-6">
        <TextLink to={paths.signatureStandards('legislation')}>
          <Trans>Choose legislation</Trans>
        </TextLink>
        <TextLink to={paths.signatureStandards('zertes/personal-details')}>
          <Trans>Data an identification uses</Trans>
        </TextLink>
        <TextLink to={paths.signatureStandards('mobile-id')}>
          <Trans>Mobile number and Mobile ID</Trans>
        </TextLink>
      </div>
    </Section>
  )
}

function StandardList({ standards }: { standards: readonly StandardGroup[] }) {
  return (
    <ul className="flex flex-col gap-5">
      {standards.map((standard) => (
        <StandardRow key={`${standard.quality} ${standard.legislations.join()}`} standard={standard} />
      ))}
    </ul>
  )
}

function StandardRow({ standard }: { standard: StandardGroup }) {
  const words = useStandardWords()
  const { quality, legislations, available, hurdles } = standard
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
        <p>{words.weight(quality, only)}</p>
        <Hurdles hurdles={hurdles} legislation={only} />
      </div>
    </li>
  )
}

function Hurdles({ hurdles, legislation }: Pick<Standard, 'hurdles' | 'legislation'>) {
  const words = useStandardWords()
  if (hurdles.length === 0) return null
  // Where nobody offers it, the other hurdles are no way there.
  const shown = hurdles.includes('not_offered') ? (['not_offered'] as const) : hurdles
  return (
    <ul className="mt-1 text-sm text-ink-secondary">
      {shown.map((hurdle) => {
        const way = words.wayOver(hurdle, legislation)
        return (
          <li key={hurdle} className="flex flex-wrap items-center gap-x-3">
            {words.hurdle(hurdle)}
            {way && <TextLink to={way.to}>{way.label}</TextLink>}
          </li>
        )
      })}
    </ul>
  )
}
