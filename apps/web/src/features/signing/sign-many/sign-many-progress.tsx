import { useLingui as useCatalog } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { signingFailure } from '../signing/signing-failure.ts'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Progress } from '#web/ui/progress-bar.tsx'
import { Spinner } from '#web/ui/progress.tsx'
import { isRunning, type SignItem } from './sign-run.ts'

/** How far it is, request by request, and how it ended. */
export function SignManyProgress({ items, close }: { items: readonly SignItem[]; close: () => void }) {
  const { t } = useLingui()
  const count = (state: State) => items.filter((item) => stateOf(item) === state).length
  const [signed, failed, unknown] = [count('signed'), count('failed'), count('unknown')]
  const running = isRunning(items)
  return (
    <>
      {running ? (
        <Progress
          value={(signed + failed + unknown) / items.length}
          label={t({ message: 'Signing', context: 'progress' })}
        />
      ) : (
        <div role="status">
          <Notice kind={failed + unknown > 0 ? 'warning' : 'success'}>
            {(signed > 0 || unknown === 0) && (
              <Plural value={signed} _0="Nothing was signed." one="# was signed." other="# were signed." />
            )}{' '}
            {failed > 0 && <Plural value={failed} one="# failed." other="# failed." />}{' '}
            {unknown > 0 && (
              <Plural value={unknown} one="# may have been signed." other="# may have been signed." />
            )}
          </Notice>
        </div>
      )}
      <ul aria-label={t`Signature requests`} className="mt-4 flex flex-col gap-2">
        {items.map((item) => (
          <Row key={item.request.id} item={item} close={close} />
        ))}
      </ul>
      {running && (
        <p className="mt-4 text-sm text-ink-secondary">
          <Trans>You can close this dialog. Signing continues while this page stays open.</Trans>
        </p>
      )}
      <DialogButtons>
        <Button type={running ? 'secondary' : 'primary'} onClick={close}>
          <Trans>Close</Trans>
        </Button>
      </DialogButtons>
    </>
  )
}

/** `unknown`: nobody knows whether it was signed. */
type State = SignItem['outcome']['kind'] | 'unknown'

const stateOf = ({ outcome }: SignItem): State =>
  outcome.kind === 'failed' && outcome.code === 'network' ? 'unknown' : outcome.kind

function Row({ item, close }: { item: SignItem; close: () => void }) {
  const { request, outcome } = item
  const state = stateOf(item)
  const { i18n } = useCatalog()
  const { t } = useLingui()
  return (
    <li className="flex items-start gap-3">
      <span className="mt-0.5 shrink-0">
        {outcome.kind === 'waiting' && <Spinner />}
        {outcome.kind === 'signed' && (
          <span className="text-completed">
            <Icon name="checkCircle" />
          </span>
        )}
        {outcome.kind === 'failed' && (
          <span className="text-error">
            <Icon name="warning" />
          </span>
        )}
        <span className="sr-only">
          {state === 'waiting' && t({ message: 'Signing', context: 'progress' })}
          {state === 'signed' && t`Signed`}
          {state === 'failed' && t`Not signed`}
          {state === 'unknown' && t`May have been signed`}
        </span>
      </span>
      <div className="min-w-0">
        <p dir="auto" className="font-medium wrap-anywhere">
          {request.title}
        </p>
        {outcome.kind === 'failed' && (
          <p className="text-sm">
            {i18n._(signingFailure(outcome.code).text)}{' '}
            <AppLink to={paths.view(request.id)} onClick={close} className="underline">
              <Trans>Open document</Trans>
            </AppLink>
          </p>
        )}
      </div>
    </li>
  )
}
