import { Trans } from '@lingui/react/macro'
import { loadCatalogs, type Words } from '#web/lib/language/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'

const words: Words = { name: 'framed', load: (language) => import(`./locales/${language}.po`) }

const signingPage = /^\/(?:view|direct-sign)\/(?!identification\/)[^/]+\/[^/]+/

/** Only the page of a link is shown in a frame: whatever else a link leads to opens in a window of its own, after a word on it. */
export function staysInFrame(link: { protocol: string; origin: string; pathname: string }): boolean {
  if (link.protocol !== 'http:' && link.protocol !== 'https:') return true
  return link.origin === location.origin && signingPage.test(link.pathname)
}

export function stayInFrame(): void {
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link?.href || link.target === '_blank' || link.download || staysInFrame(link)) return
      event.preventDefault()
      event.stopPropagation()
      void askToOpen(link.href)
    },
    true,
  )
}

async function askToOpen(address: string): Promise<void> {
  await loadCatalogs(words)
  openDialog({
    namespace: 'document',
    name: 'leave-frame',
    title: <Trans>Continue in a new window</Trans>,
    content: (controls) => <NewWindow address={address} controls={controls} />,
  })
}

function NewWindow({ address, controls }: { address: string; controls: DialogControls }) {
  return (
    <>
      <p>
        <Trans>
          For your security, this step isn’t shown inside another website. When you’re done, close the new
          window and come back: this page updates automatically.
        </Trans>
      </p>
      <DialogButtons>
        <Button type="secondary" color="neutral" onClick={controls.close}>
          <Trans>Cancel</Trans>
        </Button>
        <Button href={address} onClick={controls.close}>
          <Trans>Open new window</Trans>
        </Button>
      </DialogButtons>
    </>
  )
}
