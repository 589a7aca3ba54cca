import { hasLinkFlag } from './link-parameters.ts'

/** The address of this page says that a visitor isn't offered the signed documents. */
export const hidesDownload = (): boolean => hasLinkFlag(new URLSearchParams(location.search), 'hidedownload')
