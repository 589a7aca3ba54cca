import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from './app-link.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { Mark, Wordmark } from './mark.tsx'

export const mainId = 'main'

/** The first stop of the Tab key. */
export function SkipLink() {
  return (
    <a
      href={`#${mainId}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(mainId)?.focus()
      }}
      className="sr-only z-50 rounded bg-accent px-4 py-3 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      <Trans>Skip to content</Trans>
    </a>
  )
}

function Main({ className, children }: { className: string; children: ReactNode }) {
  return (
    <main id={mainId} tabIndex={-1} className={className}>
      {children}
    </main>
  )
}

function Header({ children, wide }: { children: ReactNode; wide?: boolean }) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-sheet">
      <div className={classNames('mx-auto flex h-16 items-center gap-3 px-3 sm:px-5', !wide && 'max-w-6xl')}>
        {children}
      </div>
    </header>
  )
}

/** One column in the middle of the page under the mark: sign-in, sign-up and what stands alone. */
export function UnauthenticatedLayout({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  return (
    <div className="reading flex min-h-dvh flex-col">
      <header className="flex justify-center px-4 pt-8 sm:pt-14">
        <AppLink to={paths.login()} className="flex min-h-11 items-center rounded px-2">
          <Wordmark />
        </AppLink>
      </header>
      <Main className="mx-auto w-full max-w-md grow px-4 py-6">
        <div className="rounded-sheet border border-line bg-sheet p-5 sm:p-8">{children}</div>
      </Main>
      {footer && <footer className="px-4 pb-8 text-center text-sm text-ink-secondary">{footer}</footer>}
    </div>
  )
}

/** The mark and the content, no navigation: pages that say one thing. */
export function SimpleLayout({ children }: { children: ReactNode }) {
  return (
    <div className="reading flex min-h-dvh flex-col">
      <Header>
        <AppLink to={paths.home()} className="flex min-h-11 items-center rounded">
          <Wordmark />
        </AppLink>
      </Header>
      <Main className="mx-auto flex w-full max-w-2xl grow flex-col justify-center px-4 py-10">
        {children}
      </Main>
    </div>
  )
}

interface DefaultLayoutProps {
  /** Where 'Back' leads; without it the mark leads home. */
  back?: string
  title?: ReactNode
  /** At the header's end: the page's one action and its menu. */
  actions?: ReactNode
  /** The whole width and height: page images beside panels. */
  full?: boolean
  children: ReactNode
}

/** A header with a way back, a title and actions: one document, one task. */
export function DefaultLayout({ back, title, actions, full, children }: DefaultLayoutProps) {
  const { t } = useLingui()
  return (
    <div className="flex min-h-dvh flex-col">
      <Header wide={full === true}>
        {back === undefined ? (
          <AppLink to={paths.home()} className="grid min-h-11 min-w-11 shrink-0 place-items-center rounded">
            <Wordmark />
          </AppLink>
        ) : (
          <AppLink
            to={back}
            aria-label={t`Back`}
            className="-ml-2 inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1 rounded px-2 hover:bg-hover"
          >
            <Icon name="chevronLeft" />
            <span className="hidden sm:inline">
              <Trans>Back</Trans>
            </span>
          </AppLink>
        )}
        <h1 className="min-w-0 grow truncate text-base font-semibold">{title}</h1>
        {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
      </Header>
      <Main className={full ? 'flex min-h-0 w-full grow' : 'mx-auto w-full max-w-6xl grow px-3 py-6 sm:px-5'}>
        {children}
      </Main>
    </div>
  )
}

interface MainLayoutProps {
  /** In the middle of the header, such as the search field. */
  search?: ReactNode
  /** The screen's one action: in the header, and on a phone in a bar at the thumb. */
  primary?: ReactNode
  actions?: ReactNode
  /** Under the header: tabs or a page's own navigation. */
  navigation?: ReactNode
  children: ReactNode
}

/** The signed-in product's own frame: mark, search, actions, content over the full width. */
export function MainLayout({ search, primary, actions, navigation, children }: MainLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <Header wide>
        <AppLink
          to={paths.home()}
          className="grid min-h-11 min-w-11 shrink-0 place-items-center rounded"
          aria-label="Countersign"
        >
          <span className="hidden md:inline">
            <Wordmark />
          </span>
          <span className="md:hidden">
            <Mark />
          </span>
        </AppLink>
        <div className="flex min-w-0 grow justify-center">{search}</div>
        <div className="flex shrink-0 items-center gap-1 sm:gap-2">
          {primary && <div className="hidden sm:block">{primary}</div>}
          {actions}
        </div>
      </Header>
      <Main className="w-full grow">
        {navigation && <div className="border-b border-line bg-sheet px-2 sm:px-4">{navigation}</div>}
        <div className="px-3 py-4 sm:px-5">{children}</div>
      </Main>
      {primary && (
        <footer className="sticky bottom-0 z-20 border-t border-line bg-sheet p-3 *:w-full sm:hidden">
          {primary}
        </footer>
      )}
    </div>
  )
}

/** A page's own heading. */
export function PageHeading({ children }: { children: ReactNode }) {
  return <h1 className="mb-3 text-xl font-semibold tracking-tight text-balance">{children}</h1>
}
