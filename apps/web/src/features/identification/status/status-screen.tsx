import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Identification } from '@countersign/contract/identifications.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnPart } from '#web/ui/layout/use-focus-on-part.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Activate } from '../activate.tsx'
import { Failed } from './failed.tsx'
import { QueryResult } from '../query-result.tsx'
import { useMethodWords } from '../method-words.ts'
import { currentOf, statusQuery } from '../queries.ts'
import { leftForService } from '../service-return.ts'
import { StepLine } from './step-line.tsx'
import { Succeeded } from './succeeded.tsx'
import { Waiting } from './waiting.tsx'
import type { Holder } from '../holder.ts'

/** How an identification stands: asked for again and again while one waits for the service. */
export function StatusScreen({ holder, method }: { holder: Holder; method?: Identification['method'] }) {
  const query = useQuery(statusQuery(holder))
  // One is back, however one came here: a page on which another begins doesn’t lead here any longer.
  useEffect(() => leftForService.forget(), [])
  return (
    <QueryResult query={query}>
      {(identifications) => {
        const ofMethod = identifications.filter((one) => method === undefined || one.method === method)
        const current = currentOf(ofMethod)
        return current ? <Standing holder={holder} identification={current} /> : <Nothing holder={holder} />
      }}
    </QueryResult>
  )
}

function Standing({ holder, identification }: { holder: Holder; identification: Identification }) {
  useFocusOnPart(identification.appointmentStatus)
  const words = useMethodWords()
  const { t } = useLingui()
  const law = identification.legislation === 'EIDAS' ? t`European law (eIDAS)` : t`Swiss law (ZertES)`
  return (
    <>
      <p className="mb-4 text-ink-secondary">
        {words.name(identification.method)} · {law}
      </p>
      <Stage holder={holder} identification={identification} />
    </>
  )
}

function Stage(props: { holder: Holder; identification: Identification }) {
  switch (props.identification.appointmentStatus) {
    case 'initialized':
    case 'inprogress':
      return (
        <>
          <StepLine step={3} />
          <Waiting {...props} />
        </>
      )
    case 'activatingQES':
      return (
        <>
          <StepLine step={4} />
          <Activate {...props} />
        </>
      )
    case 'success':
      return <Succeeded {...props} />
    case 'failure':
      return <Failed {...props} />
  }
}

function Nothing({ holder }: { holder: Holder }) {
  return (
    <Notice
      kind="info"
      title={<Trans>No identity check in progress</Trans>}
      action={
        <div className="flex flex-wrap gap-2">
          <Button to={holder.page('zertes')}>
            <Trans>Under Swiss law</Trans>
          </Button>
          <Button type="secondary" to={holder.page('eidas')}>
            <Trans>Under European law</Trans>
          </Button>
        </div>
      }
    >
      <Trans>Choose the legal framework for your signature.</Trans>
    </Notice>
  )
}
