import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { nextRequirement, type Qualities } from './qualities.ts'
import { useQualityWords } from './use-quality-words.ts'

/** The next step towards a higher signature level; nothing if there is none. */
export function NextStep({
  qualities,
  isBeingIdentified,
}: {
  qualities: Qualities
  isBeingIdentified: boolean
}) {
  const { t } = useLingui()
  const words = useQualityWords()
  if (isBeingIdentified) {
    return (
      <Step title={t`Identity check in progress`} to={paths.qualities('status')} label={t`Continue`}>
        <Trans>View status and next steps.</Trans>
      </Step>
    )
  }
  const requirement = nextRequirement(qualities)
  const link = requirement && words.linkFor(requirement, null)
  if (!requirement || !link) return null
  return (
    <Step title={t`The next step to a qualified electronic signature (QES)`} to={link.to} label={link.label}>
      {words.requirement(requirement)}
    </Step>
  )
}

function Step(props: { title: string; to: string; label: string; children: ReactNode }) {
  return (
    <Notice kind="info" title={props.title} action={<Button to={props.to}>{props.label}</Button>}>
      {props.children}
    </Notice>
  )
}
