import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from './app-link.tsx'
import { Icon } from './icon.tsx'
import { Header, Main } from './layout.tsx'
import { Mark, Wordmark } from './mark.tsx'

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
    <div className="flex min-h-page flex-col">
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
    <div className="flex min-h-page flex-col">
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
