import type { ValidatedSignature } from '@countersign/contract/validations.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDateTime } from '#web/lib/language/format.ts'
import { FindingList } from './finding-list.tsx'
import { changeWords, levelWords, qualificationWords } from './legal-words.ts'
import { isUnrenewedTimestamp, signatureVerdict, signedBy, statedName, type Verdict } from './verdict.ts'
import { VerdictMark } from './verdict-panel.tsx'

/** One signature: whether it is valid, who signed when, at which level, and what was changed afterwards. */
export function SignatureCard({ signature }: { signature: ValidatedSignature }) {
  const verdict = signatureVerdict(signature)
  return (
    <li className="rounded-sheet border border-line bg-sheet p-4 sm:p-5">
      <div className="flex items-start gap-3">
        <VerdictMark verdict={verdict} />
        <div className="min-w-0 grow">
          <h3 dir="auto" className="font-semibold wrap-anywhere">
            {signature.type === 'timestamp' ? (
              <Trans>Document timestamp</Trans>
            ) : (
              (signedBy(signature) ?? <Trans>No signer named</Trans>)
            )}
          </h3>
          <p>{verdicts[verdict]}</p>
          {isUnrenewedTimestamp(signature) && (
            <p className="mt-1 text-sm text-ink-secondary">
              <Trans>
                The timestamp confirms the time. The file can’t contain the latest status of its certificate.
              </Trans>
            </p>
          )}
        </div>
      </div>
      <Facts signature={signature} />
      <Findings signature={signature} />
      <Technical signature={signature} />
    </li>
  )
}

const verdicts: Record<Verdict, ReactNode> = {
  valid: <Trans>Valid</Trans>,
  reserved: <Trans>Valid with reservations</Trans>,
  undecided: <Trans>Inconclusive</Trans>,
  invalid: <Trans>Not valid</Trans>,
  unsigned: null,
  unreadable: null,
}

function Facts({ signature }: { signature: ValidatedSignature }) {
  const { i18n } = useCatalog()
  const { timestampAt, signedAt, claims, level, qualification, signer } = signature
  const stated = timestampAt ?? signedAt
  const otherName = statedName(signature)
  const time = stated ? formatDateTime(stated, i18n.locale) : ''
  return (
    <dl className="mt-3 flex flex-col gap-1 text-sm">
      <Fact name={<Trans context="signature">Time</Trans>}>
        {timestampAt ? (
          <Trans>{time}, confirmed by a timestamp</Trans>
        ) : signedAt ? (
          <Trans>{time}, by the signer’s own clock</Trans>
        ) : (
          <Trans>not stated</Trans>
        )}
      </Fact>
      {otherName && <Fact name={<Trans>Name stated in the signature</Trans>}>{otherName}</Fact>}
      {signer && (
        <Fact name={<Trans>Certificate</Trans>}>
          {signer.displayName}
          {signer.names['organization'] && signer.names['organization'] !== signer.displayName
            ? `, ${signer.names['organization']}`
            : ''}
        </Fact>
      )}
      {signature.type === 'signature' && (
        <Fact name={<Trans>Legal status</Trans>}>
          {i18n._(qualificationWords(qualification.result))}
          {qualification.legislation ? ` (${qualification.legislation})` : ''}
        </Fact>
      )}
      {level && (
        <Fact name={<Trans>Level</Trans>}>
          {level}: {i18n._(levelWords[level])}
        </Fact>
      )}
      {claims.reason && <Fact name={<Trans>Reason</Trans>}>{claims.reason}</Fact>}
      {claims.location && <Fact name={<Trans>Location</Trans>}>{claims.location}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4">
      <dt className="w-28 text-ink-secondary">{name}</dt>
      <dd className="min-w-[min(100%,7rem)] grow basis-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

function Findings({ signature }: { signature: ValidatedSignature }) {
  const { errors, warnings } = signature
  if (errors.length + warnings.length === 0) return null
  return (
    <div className="mt-3 flex flex-col gap-2 text-sm">
      {errors.length > 0 && (
        <div>
          <p className="font-medium text-error">
            <Trans>Problems</Trans>
          </p>
          <FindingList findings={errors} />
        </div>
      )}
      {warnings.length > 0 && (
        <div>
          <p className="font-medium">
            <Trans>Check before you rely on it</Trans>
          </p>
          <FindingList findings={warnings} />
        </div>
      )}
    </div>
  )
}

function Technical({ signature }: { signature: ValidatedSignature }) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const { changesAfter, infos, chain, algorithms, indication, subIndication } = signature
  return (
    <details className="mt-3 text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium text-accent md:min-h-8">
        <Trans>Details</Trans>
      </summary>
      <dl className="flex flex-col gap-1">
        <Fact name={t`Result`}>{[indication, subIndication].filter(Boolean).join(', ')}</Fact>
        <Fact name={t`Field`}>{signature.field}</Fact>
        <Fact name={t`Algorithms`}>{[...new Set(algorithms.map(({ name }) => name))].join(', ')}</Fact>
        <Fact name={t`Certificates`}>
          <ol>
            {chain.map(({ sha256, subject }) => (
              <li key={sha256}>{subject}</li>
            ))}
          </ol>
        </Fact>
        {changesAfter.length > 0 && (
          <Fact name={t`Changes since then`}>
            <ul>
              {changesAfter.map(({ kind, permitted, page, field }, index) => (
                <li key={index}>
                  {i18n._(changeWords(kind))}
                  {field ? ` (${field})` : ''}
                  {page ? ` (${t`page ${page}`})` : ''}
                  {permitted ? '' : `: ${t`not permitted`}`}
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
      {infos.length > 0 && <FindingList findings={infos} />}
    </details>
  )
}
