import type { ReactNode } from 'react'
import type { ViewerPage } from './viewer-page.ts'

/** What a tool draws over a page. */
export type Draw = (page: ViewerPage) => ReactNode
