import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { renewRecoveryCodes } from '@countersign/contract/second-factors.ts'
import { call } from '#web/lib/calls/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { type DialogControls, openDialog, openOverlay } from '#web/ui/dialogs/dialog-store.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { downloadText, printText } from '../download-text.ts'
import { ProofForm } from './proof-form.tsx'

/** Shown once, over everything: it closes when the person says that the codes are kept. */
export function openRecoveryCodes(codes: readonly string[]): void {
  openOverlay({
    namespace: 'profile',
    name: 'recovery codes',
    title: <Trans>Save your recovery codes</Trans>,
    content: ({ act }) => <RecoveryCodes codes={codes} onKept={() => act('complete')} />,
  })
}

export function openRenewal(given: { hasPassword: boolean; onDone: () => Promise<unknown> }): void {
  openDialog({
    namespace: 'profile',
    name: 'renew recovery codes',
    title: <Trans>Create new recovery codes?</Trans>,
    content: ({ close, during }) => <Renewal {...given} during={during} onClose={close} />,
  })
}

interface RenewalProps extends Pick<DialogControls, 'during'> {
  hasPassword: boolean
  onDone: () => Promise<unknown>
  onClose: () => void
}

function Renewal({ hasPassword, during, onDone, onClose }: RenewalProps) {
  const { t } = useLingui()
  return (
    <ProofForm
      hasPassword={hasPassword}
      button={t`Create new recovery codes`}
      during={during}
      onCancel={onClose}
      onProof={async (proof) => {
        const { recoveryCodes } = await call(renewRecoveryCodes, { body: proof })
        onClose()
        openRecoveryCodes(recoveryCodes)
        await onDone()
      }}
    >
      <p>
        <Trans>Your current codes will stop working. The new ones are shown once.</Trans>
      </p>
    </ProofForm>
  )
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useLingui()
  const [kept, setKept] = useState(false)
  const [reminded, setReminded] = useState(false)
  const title = t`Countersign recovery codes`
  const text = codes.join('\n')
  return (
    <div className="flex flex-col gap-5">
      <p>
        <Trans>
          If you lose your device, you can sign in with one of these codes. Each works once. They’re only
          shown now: store them safely and not only on that device.
        </Trans>
      </p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-2 rounded bg-hover p-4 font-mono text-base">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} />
        <Button
          type="secondary"
          size="sm"
          onClick={() => downloadText('countersign-recovery-codes.txt', `${title}\n\n${text}\n`)}
        >
          <Trans>Download</Trans>
        </Button>
        <Button type="secondary" size="sm" onClick={() => printText(title, codes)}>
          <Trans>Print</Trans>
        </Button>
      </div>
      <Checkbox
        label={t`I’ve saved these codes`}
        checked={kept}
        onChange={(event) => setKept(event.target.checked)}
      />
      {reminded && !kept && (
        <Notice kind="warning">
          <Trans>Save the codes and confirm first. They can’t be shown again.</Trans>
        </Notice>
      )}
      <Button block size="lg" onClick={() => (kept ? onKept() : setReminded(true))}>
        <Trans>Done</Trans>
      </Button>
    </div>
  )
}
