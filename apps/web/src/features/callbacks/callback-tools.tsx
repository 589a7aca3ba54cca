import type { ApiUser } from '@countersign/contract/api-users.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { optionsOf } from '#web/lib/business/api-user-name.ts'
import { formatDate, formatDateTime } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { openConfirmation } from '#web/ui/dialogs/confirmation.tsx'
import { openSecretDialog } from '#web/ui/dialogs/secret-dialog.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { RetryNotice } from '#web/ui/notices/retry-notice.tsx'
import { callbackSecretQuery, refreshSecret, replaceSecret, sendTest, showSecret } from './callback-calls.ts'

/** Trying an address, and the secret by which its owner knows that a callback is genuine. */
export function CallbackTools({ apiUsers }: { apiUsers: readonly ApiUser[] }) {
  const { t } = useLingui()
  const [username, setUsername] = useState(apiUsers[0]?.username ?? '')
  return (
    <Section id="callback-tools" title={<Trans>Test and verify</Trans>}>
      <div className="flex flex-col gap-6">
        <Select
          label={t`API user`}
          value={username}
          options={optionsOf(apiUsers)}
          onChange={({ target }) => setUsername(target.value)}
        />
        <TestCall key={`test ${username}`} username={username} />
        <Secret key={`secret ${username}`} username={username} />
      </div>
    </Section>
  )
}

function TestCall({ username }: { username: string }) {
  const { t } = useLingui()
  const [url, setUrl] = useState('')
  const test = useMutation({ mutationFn: () => sendTest(username, url) })
  const result = test.data
  const isRefused = isCallError(test.error, 'validation.failed')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isCallError(test.error, 'validation.failed')) field.current?.focus()
  }, [test.error])
  return (
    <form
      className="flex flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        test.mutate()
      }}
    >
      <div className="w-full">
        <TextField
          ref={field}
          label={t`Send a test to`}
          hint={t`A sample callback with the type SUCCESS, signed like a real one.`}
          error={isRefused && t`This address can’t be called. It must be public and use https.`}
          type="url"
          inputMode="url"
          required
          maxLength={2048}
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
      </div>
      <Button type="secondary" submit loading={test.isPending} disabled={url.trim() === ''}>
        <Trans>Send test</Trans>
      </Button>
      {test.isError && !isRefused && <RefusalNotice failure={test.error} />}
      <div className="w-full">
        {result && (
          <>
            <Notice kind={result.succeeded ? 'success' : 'error'}>
              {result.succeeded ? (
                <Trans>
                  Delivered: status {String(result.status)} after {result.duration_ms} ms.
                </Trans>
              ) : (
                <Trans>Not delivered: {result.error}</Trans>
              )}
            </Notice>
            {result.response && (
              <pre className="mt-2 max-h-40 overflow-auto rounded border border-line bg-paper p-3 text-sm wrap-anywhere whitespace-pre-wrap">
                {result.response}
              </pre>
            )}
          </>
        )}
      </div>
    </form>
  )
}

function Secret({ username }: { username: string }) {
  const { i18n } = useLingui()
  const queries = useQueryClient()
  const secret = useQuery(callbackSecretQuery(username))
  const done = () => void refreshSecret(queries, username)
  const show = useMutation({
    mutationFn: () => showSecret(username),
    onSuccess: (shown) => openSecret(shown, done),
  })
  if (secret.isError && !secret.data)
    return <RetryNotice failure={secret.error} onRetry={() => void secret.refetch()} />
  if (!secret.data) return null
  const { ending, is_shown: isShown, created_at: at, previous_valid_until: until } = secret.data
  const made = formatDate(at, i18n.locale)
  const previous = until && formatDateTime(until, i18n.locale)
  const replace = () =>
    openConfirmation({
      namespace: 'business',
      name: 'replace-callback-secret',
      title: <Trans>Replace the signing secret?</Trans>,
      text: (
        <Trans>For 24 hours callbacks are signed with both secrets. Then only the new one is used.</Trans>
      ),
      stay: <Trans>Keep as is</Trans>,
      button: <Trans>Replace secret</Trans>,
      color: 'accent',
      run: async () => openSecret(await replaceSecret(username), done),
    })
  return (
    <div className="flex flex-col items-start gap-2">
      <p>
        <Trans>
          Signing secret ending in <code>{ending}</code>, created on {made}
        </Trans>
        {previous && (
          <>
            {' · '}
            <Trans>previous secret used until {previous}</Trans>
          </>
        )}
      </p>
      {isShown ? (
        <Button type="secondary" onClick={replace}>
          <Trans>Replace secret</Trans>
        </Button>
      ) : (
        <Button type="secondary" loading={show.isPending} onClick={() => show.mutate()}>
          <Trans>Show secret once</Trans>
        </Button>
      )}
      {show.isError && <RefusalNotice failure={show.error} />}
    </div>
  )
}

function openSecret(secret: string, onDone: () => void): void {
  openSecretDialog({
    name: 'callback-secret',
    title: <Trans>Signing secret</Trans>,
    advice: <Trans>Your server needs it to verify callbacks. If you lose it, replace it.</Trans>,
    values: [{ value: secret }],
    confirmation: <Trans>I’ve stored the secret safely</Trans>,
    onDone,
  })
}
