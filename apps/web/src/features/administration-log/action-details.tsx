import type { AdministrativeAction } from '@countersign/contract/administration-log.ts'
import { Trans } from '@lingui/react/macro'
import { factsOf } from './action-facts.ts'

/** Everything recorded of an action, in the log's own terms, and its place in the chain. */
export function ActionDetails({ act }: { act: AdministrativeAction }) {
  const { seq } = act
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded text-accent underline-offset-4 hover:underline md:min-h-6">
        <Trans>Entry {seq}</Trans>
      </summary>
      <dl className="mt-1 flex flex-col gap-1 text-sm">
        {factsOf(act.data).map(({ path, before, value }) => (
          <div key={path}>
            <dt className="text-ink-secondary">
              <code>{path}</code>
            </dt>
            <dd className="wrap-anywhere">
              {before !== undefined && (
                <>
                  <del>{before || '–'}</del> {'→ '}
                </>
              )}
              <bdi>{value || '–'}</bdi>
            </dd>
          </div>
        ))}
        <div>
          <dt className="text-ink-secondary">
            <Trans>Hash (SHA-256)</Trans>
          </dt>
          <dd>
            <code className="text-xs wrap-anywhere">{act.hash}</code>
          </dd>
        </div>
      </dl>
    </details>
  )
}
