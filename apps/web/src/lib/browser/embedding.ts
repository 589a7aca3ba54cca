import { linkParameter } from '../requests/link-parameters.ts'
import { isFramed } from './framed.ts'

/** The websites that may show this page in a frame, as the page itself says. */
export function allowedOrigins(): readonly string[] {
  const content = document.querySelector<HTMLMetaElement>('meta[name="embedding"]')?.content
  return content ? content.split(' ') : []
}

/**
 * Where a trust service leads back to, if the website that shows this frame said so in the address and may; null: it opens in a
 * window of its own. The service that leads back checks it again.
 */
export function returnUrl(search = location.search): string | null {
  const given = linkParameter(new URLSearchParams(search), 'returnurl')
  if (!isFramed || given === null || !URL.canParse(given)) return null
  const { origin, href } = new URL(given)
  return allowedOrigins().includes(origin) ? href : null
}
