import type { Legislation } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Coverage, IdentificationMethod } from '@countersign/contract/identifications.ts'
import { formatDate } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { openConnectAustrianEid } from './connect-austrian-eid.tsx'
import { useQualifiedLevelName } from './legal-words.ts'
import { QueryResult } from './query-result.tsx'
import { listOf, pageOf, useMethodWords } from './method-words.ts'
import { coverageQuery, identificationsQuery, validUnder } from './queries.ts'
import { StepLine } from './status/step-line.tsx'
import { useStart } from './use-start.ts'
import type { Holder } from './holder.ts'

/** How one is identified under a law: who pays, and the ways that are open. */
export function MethodList({ holder, legislation }: { holder: Holder; legislation: Legislation }) {
  const coverage = useQuery(coverageQuery(holder))
  const level = useQualifiedLevelName()
  return (
    <>
      <StepLine step={1} />
      <p className="mb-4">
        {level(legislation)} <Trans>We check your identity once, before your first signature.</Trans>
      </p>
      <ValidNotice holder={holder} legislation={legislation} />
      <QueryResult query={coverage}>
        {(known) => <Ways holder={holder} legislation={legislation} coverage={known[listOf(legislation)]} />}
      </QueryResult>
    </>
  )
}

function ValidNotice({ holder, legislation }: { holder: Holder; legislation: Legislation }) {
  const { i18n } = useLingui()
  const { data = [] } = useQuery(identificationsQuery(holder))
  const valid = validUnder(data, legislation)
  if (!valid) return null
  const until = valid.validUntil ? formatDate(valid.validUntil, i18n.locale) : null
  return (
    <div className="mb-4">
      <Notice kind="success" title={<Trans>Identity verified</Trans>}>
        {until ? (
          <Trans>
            You can sign under this legal framework until {until}. You only need a new identity check if your
            details change.
          </Trans>
        ) : (
          <Trans>You can already sign under this legal framework.</Trans>
        )}
      </Notice>
    </div>
  )
}

function Ways(props: { holder: Holder; legislation: Legislation; coverage: Coverage['eidas'] }) {
  const { t } = useLingui()
  const { holder, legislation, coverage } = props
  if (coverage.methods.length === 0) {
    return (
      <Notice kind="info" title={<Trans>Not set up on this installation</Trans>}>
        <Trans>
          No identity verification service is set up for this legal framework. Please contact support.
        </Trans>
      </Notice>
    )
  }
  return (
    <>
      <Payment holder={holder} isCovered={coverage.covered} />
      <Section id="methods" title={t`Verify your identity`} intro={t`Choose how to verify your identity.`}>
        <ul className="flex flex-col gap-6">
          {quickestFirst(coverage.methods).map((method) => (
            <MethodRow key={method} holder={holder} legislation={legislation} method={method} />
          ))}
        </ul>
      </Section>
    </>
  )
}

const bySpeed: readonly IdentificationMethod[] = ['auto', 'self', 'id-austria', 'external-sc', 'video', 'loc']

function quickestFirst(methods: readonly IdentificationMethod[]): IdentificationMethod[] {
  return methods.toSorted((a, b) => bySpeed.indexOf(a) - bySpeed.indexOf(b))
}

/** Nothing is sold here: where nobody pays, that is what it says. */
function Payment({ holder, isCovered }: { holder: Holder; isCovered: boolean }) {
  if (isCovered) {
    return (
      <Notice kind="success" title={<Trans>Free for you</Trans>}>
        {holder.isGuest ? (
          <Trans>The business that requested your signature pays for your identity verification.</Trans>
        ) : (
          <Trans>A business pays for your identity verification.</Trans>
        )}
      </Notice>
    )
  }
  return (
    <Notice kind="info" title={<Trans>Online identity checks aren’t included in your account</Trans>}>
      <Trans>
        You can use one of the options below instead. Fees may apply at the office or card issuer.
      </Trans>
    </Notice>
  )
}

function MethodRow(props: { holder: Holder; legislation: Legislation; method: IdentificationMethod }) {
  const { holder, legislation, method } = props
  const words = useMethodWords()
  const start = useStart(holder)
  const page = pageOf(legislation, method)
  return (
    <li className="flex flex-col gap-2 sm:flex-row sm:items-center sm:justify-between sm:gap-6">
      <div>
        <h3 className="font-semibold">{words.name(method)}</h3>
        <p>{words.description(method)}</p>
      </div>
      {page === null ? (
        <Button
          type="secondary"
          className="shrink-0"
          onClick={() => openConnectAustrianEid(holder, start)}
          aria-haspopup="dialog"
        >
          <Trans>Connect ID Austria</Trans>
        </Button>
      ) : (
        <Button type="secondary" className="shrink-0" to={holder.page(page)}>
          <ChooseWords method={method} />
        </Button>
      )}
    </li>
  )
}

/** The name of the way is in the button: on its own it says where it leads. */
function ChooseWords({ method }: { method: IdentificationMethod }) {
  if (method === 'video') return <Trans>Choose video call</Trans>
  if (method === 'loc') return <Trans>Choose an office</Trans>
  if (method === 'external-sc') return <Trans>Choose smart card</Trans>
  return <Trans>Choose video selfie</Trans>
}
