import { Trans, useLingui } from '@lingui/react/macro'
import type { Identification } from '@countersign/contract/identifications.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useGains, useQualifiedLevelName } from '../legal-words.ts'
import { VerifiedDetails } from './verified-details.tsx'
import type { Holder } from '../holder.ts'

/** Done: what one can sign with, what was proved, and the way on. */
export function Succeeded({ holder, identification }: { holder: Holder; identification: Identification }) {
  const { t } = useLingui()
  const { legislation } = identification
  const gains = useGains()
  const level = useQualifiedLevelName()
  return (
    <>
      <Notice kind="success" title={<Trans>Identity verified</Trans>}>
        {level(legislation)}
      </Notice>
      <Section id="gains" title={t`Your signature levels`}>
        <ul className="flex flex-col gap-2">
          {gains(legislation).map((gain) => (
            <li key={gain} className="flex items-start gap-2">
              <span className="mt-0.5 text-completed">
                <Icon name="checkCircle" size={16} />
              </span>
              {gain}
            </li>
          ))}
        </ul>
      </Section>
      <VerifiedDetails holder={holder} identification={identification} />
      <div className="mt-6">
        <Button size="lg" {...(holder.home.isDocument && { icon: 'sign' as const })} to={holder.home.to}>
          {holder.home.isDocument ? <Trans>Continue to sign</Trans> : <Trans>View my signature levels</Trans>}
        </Button>
      </div>
    </>
  )
}
