import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { nextRequirement, type Standards } from './standards.ts'
import { useStandardWords } from './use-standard-words.ts'

/** The one thing to do now for a signature of more weight; nothing where there is none. */
export function NextStep({
  standards,
  isBeingIdentified,
}: {
  standards: Standards
  isBeingIdentified: boolean
}) {
  const { t } = useLingui()
  const words = useStandardWords()
  if (isBeingIdentified) {
    return (
      <Step title={t`Identity check in progress`} to={paths.signatureStandards('status')} label={t`Continue`}>
        <Trans>View status and next steps.</Trans>
      </Step>
    )
  }
  const requirement = nextRequirement(standards)
  const way = requirement && words.linkFor(requirement, null)
  if (!requirement || !way) return null
  return (
    <Step title={t`The next step to a qualified electronic signature (QES)`} to={way.to} label={way.label}>
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
