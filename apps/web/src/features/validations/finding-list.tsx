import type { Finding } from '@countersign/contract/validations.ts'
import { useLingui } from '@lingui/react'
import { findingWords, readable } from './finding-words.ts'

/** What was found, a sentence each. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  const { i18n } = useLingui()
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      {findings.map((finding, index) => (
        <li key={index} className="wrap-anywhere">
          {i18n._(findingWords(finding.code))}
          <Details parameters={finding.parameters} />
        </li>
      ))}
    </ul>
  )
}

/** As the file states them: names, numbers, dates. */
function Details({ parameters = {} }: { parameters: Finding['parameters'] }) {
  const { i18n } = useLingui()
  const values = Object.values(parameters).map((value) => readable(value, i18n.locale))
  return values.length > 0 ? <span className="text-ink-secondary"> ({values.join('; ')})</span> : null
}
