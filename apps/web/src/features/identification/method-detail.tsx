import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { Method } from './methods.ts'
import { Section } from '#web/ui/section.tsx'
import { NotSetUp } from '#web/features/signature-standards/standards-frame.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Legislation } from '#web/features/signature-standards/standards.ts'
import { useMethodWords } from './method-words.ts'

/** One way to be identified: what it takes, how it goes, and that it cannot be begun here. */
export function MethodDetail({ legislation, method }: { legislation: Legislation; method: Method }) {
  const { t } = useLingui()
  const words = useMethodWords()
  const list = paths.signatureStandards(legislation === 'EIDAS' ? 'eidas' : 'zertes')
  return (
    <>
      <p className="mb-4">{words.description(method)}</p>
      <NotSetUp />
      <Section id="steps" title={t`How it goes`}>
        <ol className="flex list-decimal flex-col gap-2 pl-5">
          <li>
            <Trans>Have your passport or identity card and your phone ready, in good light.</Trans>
          </li>
          <li>
            <Trans>Check that the name in your profile is the one in the document.</Trans>
          </li>
          <li>
            {method === 'video' ? (
              <Trans>Show the document in the call and answer a few questions.</Trans>
            ) : (
              <Trans>Film the document from both sides, then your face.</Trans>
            )}
          </li>
          <li>
            <Trans>The result comes by mail. From then on you sign without being checked again.</Trans>
          </li>
        </ol>
      </Section>
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="secondary" to={list}>
          <Trans>Other ways</Trans>
        </Button>
        <TextLink to={paths.profile()}>
          <Trans>Check my name in the profile</Trans>
        </TextLink>
      </div>
    </>
  )
}
