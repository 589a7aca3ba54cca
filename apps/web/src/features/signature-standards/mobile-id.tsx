import { Trans, useLingui } from '@lingui/react/macro'
import type { User } from '@countersign/contract/account-shapes.ts'
import { paths } from '#web/lib/paths.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Section } from '#web/ui/section.tsx'
import { BackToStandards } from './standards-frame.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export function MobileId({ user }: { user: User }) {
  const { t } = useLingui()
  const { mobile } = user.attributes
  return (
    <>
      <p className="mb-4">
        <Trans>
          With Mobile ID a qualified signature is released on your phone: it asks, you type a PIN that only
          you know. It needs no password and no code.
        </Trans>
      </p>
      <Notice kind="info" title={<Trans>Not set up on this installation</Trans>}>
        <Trans>
          No Mobile ID service is connected, so it cannot be turned on here. Please ask whoever runs this
          installation.
        </Trans>
      </Notice>
      <Section
        id="number"
        title={t`Number it would use`}
        intro={t`Mobile ID belongs to a SIM card, so the number matters.`}
      >
        {mobile === null ? (
          <p>
            <Trans>Your profile has no mobile number yet.</Trans>
          </p>
        ) : (
          <p className="font-medium tabular-nums">{mobile}</p>
        )}
        <TextLink to={`${paths.profile()}#mobile`}>
          {mobile === null ? <Trans>Add a mobile number</Trans> : <Trans>Change the number</Trans>}
        </TextLink>
      </Section>
      <BackToStandards />
    </>
  )
}
