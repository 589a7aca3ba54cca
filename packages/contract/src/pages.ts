/**
 * The addresses of the web app's pages. `$id` is one part of a path, `{-$id}` one that may be missing. The server answers
 * every other address with 404; a test compares this list with the web app's routes.
 */
export const pages: readonly string[] = [
  '/',
  '/aes-for-business/confirm',
  '/business/activity',
  '/business/billing/plan',
  '/business/dashboard',
  '/business/developers/api',
  '/business/extras',
  '/business/members',
  '/business/members/domains',
  '/business/company-sign-in',
  '/business/members/signer-groups',
  '/business/profile',
  '/business/profile/aes-for-business',
  '/business/register',
  '/business/seals',
  '/business/seals/$accountname',
  '/business/settings',
  '/business/signup',
  '/business/signup/mail-sent',
  '/business/signup/steps',
  '/business/upgrade',
  '/business/welcome',
  '/bye',
  '/compose/$id',
  '/cookiesblocked',
  '/dashboard',
  '/declined',
  '/direct-sign/$id/$userid',
  '/direct-sign/$id/$userid/preview',
  '/direct-sign/identification/$law/{-$way}',
  '/direct-sign/{-$id}',
  '/expired',
  '/invite/$id',
  '/login',
  '/logout',
  '/mab/redirect',
  '/maintenance',
  '/not-available',
  '/password-reset',
  '/password-reset/confirm',
  '/password-reset/mail-sent',
  '/password-reset/new',
  '/profile',
  '/profile/change-password',
  '/profile/confirm',
  '/profile/settings',
  '/profile/signature-standards',
  '/profile/signature-standards/$law/{-$way}',
  '/profile/visual-signature',
  '/sendto',
  '/sendto/$token',
  '/signed',
  '/signer-groups',
  '/signup',
  '/signup/confirm/{-$sendto}/{-$token}',
  '/signup/flows/eidplus/confirm',
  '/signup/flows/eidplus/new',
  '/signup/mail-sent',
  '/signup/sso',
  '/signup/steps',
  '/sorry',
  '/sso/error',
  '/sso/error/company',
  '/success/$id',
  '/bulk-sends',
  '/bulk-sends/$id',
  '/templates',
  '/templates/$id',
  '/templates/$id/send',
  '/terms',
  '/upgrade',
  '/upload',
  '/verify',
  '/view/$id',
  '/view/$id/$userid',
  '/welcome',
]

/** Addresses without a page of their own, from which a navigation rule leads on. */
const redirects = ['/business', '/business/billing', '/business/developers', '/business/members/activity']

const patterns = [...pages, ...redirects].map(
  (page) => new RegExp(`^${page.split('/').map(patternOf).join('') || '/'}/?$`, 'i'),
)

function patternOf(part: string): string {
  if (part === '') return ''
  if (part.startsWith('{')) return '(?:/[^/]+)?'
  return part.startsWith('$') ? '/[^/]+' : `/${part}`
}

/** Whether a page of the web app has this path, without its query. */
export function isPage(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
