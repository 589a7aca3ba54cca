import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { Notice } from '#web/ui/notice.tsx'
import { allMethods, type ListedMethod } from './methods.ts'
import { Section } from '#web/ui/section.tsx'
import { BackToStandards, NotSetUp } from '#web/features/signature-standards/standards-frame.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import {
  canSignUnder,
  type Legislation,
  type Standards,
} from '#web/features/signature-standards/standards.ts'
import { methodPath, useMethodWords } from './method-words.ts'
import { useStandardWords } from '#web/features/signature-standards/use-standard-words.ts'

/** How one is identified under a law, and whether that is done already. */
export function MethodList({ legislation, standards }: { legislation: Legislation; standards: Standards }) {
  const { t } = useLingui()
  const words = useStandardWords()
  return (
    <>
      <p className="mb-4">
        {words.weight('QES', legislation)}{' '}
        <Trans>Before the first such signature your identity is checked once.</Trans>
      </p>
      {canSignUnder(standards, legislation) ? (
        <Notice kind="success" title={<Trans>You are identified</Trans>}>
          <Trans>You can sign under this law already. Nothing more is needed.</Trans>
        </Notice>
      ) : (
        <NotSetUp />
      )}
      <Section
        id="methods"
        title={t`Ways to be identified`}
        intro={t`Which of them you get depends on who pays for the identification.`}
      >
        <ul className="flex flex-col gap-5">
          {allMethods(legislation).map((listed) => (
            <MethodRow key={listed.method} listed={listed} legislation={legislation} />
          ))}
        </ul>
      </Section>
      {legislation === 'ZERTES' && (
        <p className="mt-4">
          <TextLink to={paths.signatureStandards('zertes/personal-details')}>
            <Trans>Data an identification uses</Trans>
          </TextLink>
        </p>
      )}
      <BackToStandards />
    </>
  )
}

function MethodRow({ listed, legislation }: { listed: ListedMethod; legislation: Legislation }) {
  const words = useMethodWords()
  const to = methodPath(legislation, listed.method)
  const when = words.when(listed.when)
  return (
    <li>
      <h3 className="font-semibold">{words.name(listed.method)}</h3>
      <p>{words.description(listed.method)}</p>
      {when && <p className="text-sm text-ink-secondary">{when}</p>}
      {to && (
        <TextLink to={to}>
          <Trans>How it goes</Trans>
        </TextLink>
      )}
    </li>
  )
}
