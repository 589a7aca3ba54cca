import { i18n } from '@lingui/core'
import { Trans } from '@lingui/react/macro'
import type { AnyRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { acceptTerms } from '@countersign/contract/accounts.ts'
import { call } from '#web/lib/calls/api.ts'
import { keepUser, loadUser } from '#web/lib/account/current-user.ts'
import { forgetVisitor } from '#web/lib/account/current-visitor.ts'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import type { BlockingDialog } from './visit.ts'
import { blocked, navigationDialogs } from './waiting.ts'

type TermsAcceptance = Parameters<typeof call<typeof acceptTerms>>[1]['body']

type BlockingAction = 'accept' | 'look-again' | 'leave' | 'sign-out'

interface Block {
  title: ReactNode
  text: ReactNode
  /** What the button says, and what it accepts. Without one one may look again, leave, or sign out. */
  accept?: { label: ReactNode; what: TermsAcceptance }
  /** Where one goes afterwards; left out: on to the page that waits. */
  next?: string
}

/** The others are more than words and a button: `routes/open-block.ts`. */
export type PlainBlockingDialog = Extract<
  BlockingDialog,
  'accept-terms' | 'locked-member' | 'business-downgraded'
>

/** Opens the dialog that comes before the page. It cannot be left but by its buttons. */
export async function openBlockingDialog(
  dialog: PlainBlockingDialog,
  router: AnyRouter,
  /** Asks whether to leave the business, in place of this dialog. */
  leave: () => Promise<void>,
): Promise<void> {
  await loadCatalogs('general')
  if (blocked.get()?.dialog !== dialog) return
  const block = await blockOf(dialog)
  openDialog<BlockingAction>({
    namespace: navigationDialogs,
    name: dialog,
    title: block.title,
    dismissible: false,
    content: (controls) => <BlockContent block={block} controls={controls} />,
    onAction: async (action) => {
      if (action === 'sign-out') return router.history.push(paths.logout())
      if (action === 'look-again') return lookAgain(router)
      if (action === 'leave') return leave()
      await accept(block, dialog === 'business-downgraded')
      if (block.next !== undefined) router.history.replace(block.next)
      await router.invalidate()
    },
  })
}

/** Anyone who lost a business is told how. */
async function blockOf(dialog: PlainBlockingDialog): Promise<Block> {
  const isGone = dialog === 'business-downgraded' && (await loadUser()).attributes.businessDeleted
  return isGone ? { ...blocks[dialog], ...deleted } : blocks[dialog]
}

/** Someone else may have settled it meanwhile. Where it still holds, the dialog comes back. */
async function lookAgain(router: AnyRouter): Promise<void> {
  forgetVisitor()
  await router.invalidate()
  const still = blocked.get()
  if (still) window.setTimeout(() => blocked.set({ ...still }))
}

async function accept({ accept: accepted }: Block, tellSupport: boolean): Promise<void> {
  if (!accepted) return
  try {
    keepUser(await call(acceptTerms, { body: accepted.what }, { background: true }))
  } catch (failure) {
    if (tellSupport) showSnackbar(i18n._('global.error.generic_support'), { color: 'error', duration: 8000 })
    throw failure
  }
}

function Terms({ children }: { children: ReactNode }) {
  return (
    <AppLink to={paths.terms()} target="_blank" className="font-medium text-accent underline">
      {children}
    </AppLink>
  )
}

const blocks: Record<PlainBlockingDialog, Block> = {
  'accept-terms': {
    title: <Trans>Please accept the terms</Trans>,
    text: (
      <Trans>
        Please read and accept the <Terms>terms of use</Terms> to continue. Your documents are unchanged.
      </Trans>
    ),
    accept: { label: <Trans>Accept terms</Trans>, what: { gtc: true } },
  },
  'locked-member': {
    title: <Trans>Your account is locked</Trans>,
    text: (
      <Trans>
        Your business has no seat for you, or is locked. Your open requests continue and can still be signed.
        Please ask an administrator for a seat.
      </Trans>
    ),
  },
  'business-downgraded': {
    title: <Trans>You now have a personal account</Trans>,
    text: (
      <Trans>
        An administrator has removed you from the business. You now have a personal account. Please accept the{' '}
        <Terms>terms of use</Terms> for it.
      </Trans>
    ),
    accept: { label: <Trans>Accept and continue</Trans>, what: { gtc: true } },
    next: paths.home(),
  },
}

const deleted: Pick<Block, 'title' | 'text'> = {
  title: <Trans>Your business was deleted</Trans>,
  text: (
    <Trans>
      You now have a personal account with everything you sent and signed. Please accept the{' '}
      <Terms>terms of use</Terms> for it.
    </Trans>
  ),
}

function BlockContent(props: { block: Block; controls: DialogControls<BlockingAction> }) {
  const { block, controls } = props
  return (
    <>
      <p>{block.text}</p>
      <DialogButtons>
        <Button type="secondary" disabled={controls.loading} onClick={() => controls.act('sign-out')}>
          <Trans>Sign out</Trans>
        </Button>
        {block.accept ? (
          <Button loading={controls.loading} onClick={() => controls.act('accept')}>
            {block.accept.label}
          </Button>
        ) : (
          <>
            <Button type="secondary" disabled={controls.loading} onClick={() => controls.act('leave')}>
              <Trans>Leave business …</Trans>
            </Button>
            <Button loading={controls.loading} onClick={() => controls.act('look-again')}>
              <Trans>Check again</Trans>
            </Button>
          </>
        )}
      </DialogButtons>
    </>
  )
}
