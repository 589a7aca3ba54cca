import { getEmbedding, updateEmbedding } from '@countersign/contract/embedding.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { ownBusinessId } from '#web/lib/business/current-business.ts'
import { call } from '#web/lib/calls/api.ts'
import { fieldsOf } from '#web/lib/errors/field-errors.ts'
import { useLeaveGuard } from '#web/lib/forms/use-leave-guard.ts'
import { Button } from '#web/ui/button.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { SaveButton } from '#web/ui/forms/save-button.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const background = { background: true }

async function ofOwn() {
  return { params: { id: await ownBusinessId() } }
}

const embeddingQuery = queryOptions({
  queryKey: ['embedding'],
  queryFn: async ({ signal }) => (await call(getEmbedding, await ofOwn(), { ...background, signal })).origins,
})

/** The origins as the service names them. */
async function saveOrigins(queries: QueryClient, origins: string[]): Promise<string[]> {
  const saved = await call(updateEmbedding, { ...(await ofOwn()), body: { origins } }, background)
  queries.setQueryData(embeddingQuery.queryKey, saved.origins)
  return saved.origins
}

/** The websites on which a business shows its signing pages in a frame. */
export function EmbeddingSection() {
  const found = useQuery(embeddingQuery)
  return (
    <Section
      id="embedding"
      title={<Trans>Embedding</Trans>}
      intro={
        <Trans>
          Let people sign on your own website. For their security, signing pages are shown only on the
          websites listed here.
        </Trans>
      }
    >
      {found.isPending ? (
        <Skeleton className="h-40" />
      ) : found.isError ? (
        <ErrorState failure={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <OriginsForm origins={found.data} />
      )}
    </Section>
  )
}

function OriginsForm({ origins }: { origins: readonly string[] }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [typed, setTyped] = useState(origins.join('\n'))
  const lines = typed.split('\n').flatMap((line) => line.trim() || [])
  const saving = useMutation({
    mutationFn: (sent: string[]) => saveOrigins(queries, sent),
    onSuccess: (saved) => {
      setTyped(saved.join('\n'))
      showSnackbar(t`Allowed websites saved.`, { color: 'success' })
    },
  })
  useLeaveGuard(lines.join('\n') !== origins.join('\n'))
  const wrong = Object.keys(fieldsOf(saving.error)).flatMap((field) => {
    const index = /^origins\.(\d+)$/.exec(field)?.[1]
    return index === undefined ? [] : [(saving.variables ?? [])[Number(index)] ?? '']
  })
  const tooMany = wrong.length === 0 && 'origins' in fieldsOf(saving.error)
  const first = wrong[0]
  const field = useRef<HTMLTextAreaElement>(null)
  const isWrong = first !== undefined || tooMany
  useEffect(() => {
    if (isWrong) field.current?.focus()
  }, [isWrong, saving.error])

  function submit(event: FormEvent) {
    event.preventDefault()
    saving.mutate(lines)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4" aria-labelledby="embedding-title">
      <TextArea
        ref={field}
        label={t`Allowed websites`}
        hint={t`One per line, up to 20: https:// and the host name, without a path. For testing also http://localhost with its port.`}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={
          first !== undefined
            ? t`“${first}” isn’t a website address like https://portal.example.com.`
            : tooMany && t`Enter at most 20 websites.`
        }
      />
      <div className="flex flex-wrap items-end gap-3">
        <SaveButton
          failure={saving.isError && first === undefined && !tooMany ? saving.error : null}
          loading={saving.isPending}
        >
          <Trans>Save websites</Trans>
        </SaveButton>
        <Button type="text" href="/docs/embedding">
          <Trans>How to embed signing</Trans>
        </Button>
      </div>
    </form>
  )
}
