import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { RetentionRule } from '@countersign/contract/retention.ts'
import { ActionForm } from '#web/features/request-actions/action-form.tsx'
import { Checkbox, ChoiceGroup, Radio } from '#web/ui/forms/checkbox.tsx'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { RetentionFields, useRetention } from '#web/ui/forms/retention-fields.tsx'

interface RetentionDialogOptions {
  days: number
  terminal_state: boolean
  existing: boolean
}

export function openActivateRetention(
  rule: RetentionRule,
  run: (given: RetentionDialogOptions) => Promise<void>,
): void {
  openDialog<RetentionDialogOptions>({
    namespace: 'general',
    name: 'activate-auto-deletion',
    title: rule.enabled ? <Trans>Change auto-deletion</Trans> : <Trans>Activate auto-deletion</Trans>,
    content: (controls) => <ActivateForm rule={rule} controls={controls} />,
    onAction: run,
  })
}

function ActivateForm({
  rule,
  controls,
}: {
  rule: RetentionRule
  controls: DialogControls<RetentionDialogOptions>
}) {
  const { t } = useLingui()
  const chosen = useRetention({ days: rule.days ?? 90, terminalState: rule.terminal_state ?? true })
  const [existing, setExisting] = useState(false)
  function submit() {
    const given = chosen.choose()
    if (given) controls.act({ days: given.days, terminal_state: given.terminalState, existing })
  }
  return (
    <ActionForm
      controls={controls}
      onSubmit={submit}
      leave={<Trans>Keep as is</Trans>}
      button={rule.enabled ? <Trans>Change</Trans> : <Trans>Activate</Trans>}
    >
      <RetentionFields label={t`Days until deletion`} fields={chosen.fields} />
      <Checkbox
        label={t`Also apply to existing requests`}
        hint={t`Documents are deleted after one week at the earliest. Otherwise the rule applies only to new requests.`}
        checked={existing}
        onChange={(event) => setExisting(event.target.checked)}
      />
      <Notice kind="info">
        <Trans>
          We email you and signers with an account seven days before and on the day. Until then, sent requests
          can’t be deleted manually. Part 11 records are kept for at least two years after completion.
        </Trans>
      </Notice>
    </ActionForm>
  )
}

export function openDeactivateRetention(count: number, run: (release: boolean) => Promise<void>): void {
  openDialog<boolean>({
    namespace: 'general',
    name: 'deactivate-auto-deletion',
    title: <Trans>Deactivate auto-deletion</Trans>,
    content: (controls) => <DeactivateForm count={count} controls={controls} />,
    onAction: run,
  })
}

function DeactivateForm({ count, controls }: { count: number; controls: DialogControls<boolean> }) {
  const { t } = useLingui()
  const [release, setRelease] = useState(false)
  return (
    <ActionForm
      controls={controls}
      onSubmit={() => controls.act(release)}
      color="error"
      leave={<Trans>Keep as is</Trans>}
      button={<Trans>Deactivate</Trans>}
    >
      <p>
        <Trans>New requests are kept until you delete them.</Trans>
      </p>
      {count > 0 && (
        <ChoiceGroup
          legend={
            <Plural
              value={count}
              one="What should happen to the request it applies to?"
              other="What should happen to the # requests it applies to?"
            />
          }
        >
          <Radio
            name="release"
            label={t`Delete it as planned`}
            hint={t`As announced to everyone involved.`}
            checked={!release}
            onChange={() => setRelease(false)}
          />
          <Radio
            name="release"
            label={t`Exempt it and keep it`}
            hint={t`Part 11 records still can’t be deleted until two years after completion.`}
            checked={release}
            onChange={() => setRelease(true)}
          />
        </ChoiceGroup>
      )}
    </ActionForm>
  )
}
