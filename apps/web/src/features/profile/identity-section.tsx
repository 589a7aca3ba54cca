import { Trans, useLingui } from '@lingui/react/macro'
import type { User } from '@countersign/contract/account-shapes.ts'
import { paths } from '#web/lib/paths.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/**
 * The address that signatures and their protocol show. Only a confirmed one may, and the account's own is the one there
 * is: so there is nothing to type here, only to know.
 */
export function IdentitySection({ user }: { user: User }) {
  const { t } = useLingui()
  return (
    <Section
      id="identity"
      title={t`Email in your signatures`}
      intro={t`Your email appears in signatures and in the audit trail. Everyone who receives the document can see it.`}
    >
      <p className="font-medium wrap-anywhere">{user.attributes.signerIdentityEmail ?? user.email}</p>
      <p className="mt-1 text-ink-secondary">
        <Trans>Only a confirmed email can appear in a signature.</Trans>
      </p>
      {!user.hasSso && (
        <TextLink to={`${paths.profile()}#email`}>
          <Trans>Change email</Trans>
        </TextLink>
      )}
    </Section>
  )
}
