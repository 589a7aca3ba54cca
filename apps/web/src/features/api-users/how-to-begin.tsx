import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ownBusiness } from '#web/lib/business/current-business.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { firstCalls } from './first-calls.ts'

export function HowToBegin({ username }: { username: string | undefined }) {
  const businessId = useStore(ownBusiness)?.business.id ?? ''
  const calls = firstCalls({ origin: window.location.origin, username, businessId })
  return (
    <Section id="begin" title={<Trans>Getting started</Trans>}>
      <ol className="flex list-decimal flex-col gap-5 pl-5">
        <Step text={calls.signIn}>
          <Trans>Sign in with the user name and key to get a token, valid for 20 minutes.</Trans>
        </Step>
        <Step text={calls.send}>
          <Trans>Send a document. The key needs the permission to send for signature.</Trans>
        </Step>
        <Step text={calls.follow}>
          <Trans>Follow your requests and download the signed documents.</Trans>
        </Step>
        <Step text={calls.members}>
          <Trans>List members. The key needs the permission to read people.</Trans>
        </Step>
      </ol>
      <div className="mt-5">
        <Button type="secondary" href="/docs">
          <Trans>View API documentation</Trans>
        </Button>
      </div>
    </Section>
  )
}

function Step({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li>
      <p>{children}</p>
      <div className="mt-2 flex flex-wrap items-start gap-3 rounded border border-line bg-paper p-3">
        <pre className="min-w-0 grow basis-60 text-sm wrap-anywhere whitespace-pre-wrap">{text}</pre>
        <CopyButton text={text} />
      </div>
    </li>
  )
}
